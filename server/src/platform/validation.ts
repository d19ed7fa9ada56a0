import { isIP } from 'node:net'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import Format from 'typebox/format'
import { Settings } from 'typebox/system'
import type { FieldProblem, Where } from './errors.ts'
import { isDay, isInstant } from './time.ts'

// Every wrong field is named, not only the first eight.
Settings.Set({ maxErrors: 1_000 })

const DECIMAL = /^-?(?=\.?\d)\d*(\.\d*)?$/

Format.Set('date-time', isInstant)
Format.Set('date', isDay)
Format.Set('uri', text => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
Format.Set('email', text => /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) && !text.includes('..'))
Format.Set('ip', text => isIP(text) !== 0)
Format.Set('decimal', text => DECIMAL.test(text) && !text.startsWith('-'))

type Found = { keyword: string; schemaPath: string; instancePath: string; params: Record<string, unknown>; message: string }
export type Check = (value: unknown) => FieldProblem[]

/** From a schema, the function that lists everything wrong with a value. */
export function checkOf(schema: TSchema, where: Where): Check {
  const validator = Compile(bounded(schema))
  return value => {
    if (validator.Check(value)) return []
    const problems = new Map<string, FieldProblem>()
    for (const found of validator.Errors(value) as unknown as Found[])
      for (const { field, code, message } of problemsOf(found, value))
        if (!problems.has(field)) problems.set(field, { in: where, field, code, message })
    return [...problems.values()]
  }
}

// Beyond these an integer is no longer the one that was written, and soon none that the database holds.
const INTEGERS = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/** The same schema, of which every integer has bounds. */
function bounded(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_, part) => (part?.type === 'integer' ? { ...INTEGERS, ...part } : part))
}

type Problem = Pick<FieldProblem, 'field' | 'code' | 'message'>

function problemsOf({ keyword, instancePath, params }: Found, root: unknown): Problem[] {
  const path = instancePath.split('/').slice(1)
  const field = path.join('.')
  const value = path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], root)
  const say = (code: string, message: string): Problem[] => [{ field, code, message }]
  switch (keyword) {
    case 'required':
      return (params.requiredProperties as string[]).map(name => ({
        field: [...path, name].join('.'),
        code: 'required',
        message: 'This field is required.',
      }))
    case 'type':
      if (params.type === 'null') return []
      return value === null ? say('null', 'Must not be null.') : say('type', `Must be ${article(params.type)}.`)
    case 'enum':
      return say(
        'invalid_choice',
        `Must be one of: ${(params.allowedValues as unknown[]).filter(word => word !== null).join(', ')}.`,
      )
    case 'const':
      return say('invalid_choice', `Must be ${JSON.stringify(params.allowedValue)}.`)
    case 'minLength':
      return value === ''
        ? say('blank', 'Must not be blank.')
        : say('min_length', `Must have at least ${params.limit} characters.`)
    case 'maxLength':
      return say('max_length', `Must have at most ${params.limit} characters.`)
    case 'minItems':
      return say('empty', `Must have at least ${params.limit} entries.`)
    case 'maxItems':
      return say('max_length', `Must have at most ${params.limit} entries.`)
    case 'minimum':
      return say('min_value', `Must be at least ${params.limit}.`)
    case 'maximum':
      return say('max_value', `Must be at most ${params.limit}.`)
    case 'format':
      return params.format === 'decimal'
        ? [decimalProblem(field, String(value))]
        : say('format', `Must be a valid ${FORMATS[String(params.format)]}.`)
    case 'pattern':
      return [
        DECIMAL.test(String(value))
          ? decimalProblem(field, String(value))
          : { field, code: 'invalid', message: 'Has characters or a form that is not allowed.' },
      ]
    case 'anyOf':
      return []
    default:
      return say('invalid', 'Is not valid.')
  }
}

const FORMATS: Record<string, string> = {
  'date-time': 'date and time',
  date: 'date (YYYY-MM-DD)',
  uri: 'http(s) URL',
  email: 'e-mail address',
  ip: 'IP address',
}

function decimalProblem(field: string, text: string): Problem {
  if (!DECIMAL.test(text)) return { field, code: 'invalid', message: 'Must be a decimal number such as 12.50.' }
  if (text.startsWith('-')) return { field, code: 'min_value', message: 'Must be at least 0.' }
  const [, fraction = ''] = text.split('.')
  if (fraction.length > 2) return { field, code: 'max_decimal_places', message: 'Must have at most 2 decimal places.' }
  return { field, code: 'max_digits', message: 'Has too many digits.' }
}

function article(type: unknown): string {
  const name = type === 'boolean' ? 'true or false' : String(type)
  return type === 'boolean' ? name : /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`
}
