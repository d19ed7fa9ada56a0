import { conflict, type FieldProblem } from './errors.ts'

interface Row {
  readonly from: readonly string[]
  readonly to: string
}

/** Named actions and where each leads. A state with several parts is written with a slash: `open/pending`. */
type Table = Readonly<Record<string, Row | readonly Row[]>>

type RowOf<Entry> = Entry extends readonly (infer Each)[] ? Each : Entry
type StateIn<Each> = Each extends Row ? Each['from'][number] | Each['to'] : never
type StateOf<T extends Table> = StateIn<RowOf<T[keyof T]>>

export interface Move<Action extends string = string, State extends string = string> {
  readonly action: Action
  readonly from: State
  readonly to: State
}

export interface Lifecycle<Action extends string = string, State extends string = string> {
  readonly name: string
  readonly starts: readonly string[]
  readonly finals: readonly string[]
  readonly moves: readonly Move<Action, State>[]
  /** The state that the action leads to, or 409 `<name>_state` that names the present state. */
  next(state: string, action: Action): State
  /** What may happen now, in the order of the table. */
  actionsFrom(state: string): Action[]
}

interface Ends<State extends string> {
  readonly starts: readonly State[]
  readonly finals: readonly State[]
  /** The columns that make up the state, in the order of its parts. */
  readonly fields?: readonly string[]
}

/** Every lifecycle that has been declared, for the tests and documents that walk them all. */
export const allLifecycles: Lifecycle[] = []

export function lifecycle<const T extends Table>(
  name: string,
  table: T,
  { starts, finals, fields = ['status'] }: Ends<StateOf<T>>,
): Lifecycle<keyof T & string, StateOf<T>> {
  type Known = Move<keyof T & string, StateOf<T>>
  const moves = movesIn(table) as Known[]
  const actions = Object.keys(table) as (keyof T & string)[]
  const targets = new Map(moves.map(move => [`${move.from} ${move.action}`, move.to]))

  const declared = {
    name,
    starts,
    finals,
    moves,
    next(state: string, action: keyof T & string) {
      const target = targets.get(`${state} ${action}`)
      if (target === undefined) throw refusal(name, fields, moves, state, action)
      return target
    },
    actionsFrom: (state: string) => actions.filter(action => targets.has(`${state} ${action}`)),
  }
  allLifecycles.push(declared as Lifecycle)
  return declared
}

function movesIn(table: Table): Move[] {
  return Object.entries(table).flatMap(([action, entry]) =>
    ([entry].flat() as Row[]).flatMap(row => row.from.map(from => ({ action, from, to: row.to }))),
  )
}

function refusal(name: string, fields: readonly string[], moves: readonly Move[], state: string, action: string) {
  const possible = moves.filter(move => move.action === action).map(move => move.from)
  const choices = new Intl.ListFormat('en', { type: 'disjunction' }).format(possible)
  const detail = `The ${words(name)} is ${state}; "${words(action)}" is possible only when it is ${choices}.`
  return conflict(`${name}_state`, detail, stateProblems(fields, state))
}

/** The present state as entries of an error, one for each column. */
export function stateProblems(fields: readonly string[], state: string): FieldProblem[] {
  const parts = state.split('/')
  return fields.map((field, i) => ({ in: 'body', field, code: 'conflict', message: `The ${words(field)} is "${parts[i]}".` }))
}

/** What is wrong with a lifecycle: states that nothing leads to, dead ends nobody declared, actions with two outcomes. */
export function flaws({ name, starts, finals, moves }: Lifecycle): string[] {
  const states = new Set([...starts, ...finals, ...moves.flatMap(move => [move.from, move.to])])
  const reached = new Set(starts)
  for (const state of reached) for (const move of moves) if (move.from === state) reached.add(move.to)

  const keys = moves.map(move => `${move.from} ${move.action}`)
  const twice = keys.filter((key, i) => keys.indexOf(key) !== i).map(key => `${name}: ${key} has two outcomes`)
  return [...states].reduce((found, state) => {
    const leaves = moves.some(move => move.from === state && move.to !== state)
    if (!reached.has(state)) found.push(`${name}: nothing leads to ${state}`)
    if (!leaves && !finals.includes(state)) found.push(`${name}: ${state} is a dead end that is not declared final`)
    if (leaves && finals.includes(state)) found.push(`${name}: ${state} is declared final and can be left`)
    return found
  }, twice)
}

/** The lifecycle as the text of a Mermaid state diagram. */
export function diagram({ starts, finals, moves }: Lifecycle): string {
  const key = (state: string) => state.replaceAll(/\W/g, '_')
  const states = [...new Set([...starts, ...moves.flatMap(move => [move.from, move.to])])]
  const named = states.map(state => `state "${state}" as ${key(state)}`)
  const arrows = moves.map(move => `${key(move.from)} --> ${key(move.to)}: ${words(move.action)}`)
  const begins = starts.map(state => `[*] --> ${key(state)}`)
  const ends = finals.map(state => `${key(state)} --> [*]`)
  return ['stateDiagram-v2', ...[...named, ...begins, ...arrows, ...ends].map(line => `  ${line}`), ''].join('\n')
}

const words = (name: string) => name.replaceAll('_', ' ')
