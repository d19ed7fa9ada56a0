import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from './errors.ts'
import { allLifecycles, diagram, flaws, lifecycle } from './lifecycle.ts'

const door = lifecycle(
  'garden_door',
  {
    open: { from: ['shut/unlocked'], to: 'open/unlocked' },
    shut: { from: ['open/unlocked'], to: 'shut/unlocked' },
    lock: { from: ['shut/unlocked'], to: 'shut/locked' },
    wall_up: [{ from: ['shut/locked', 'shut/unlocked'], to: 'gone/gone' }],
  },
  { starts: ['shut/unlocked'], finals: ['gone/gone'], fields: ['leaf', 'bolt'] },
)

describe('A lifecycle', () => {
  test('says where an action leads', () => {
    assert.equal(door.next('shut/unlocked', 'open'), 'open/unlocked')
    assert.equal(door.next('shut/locked', 'wall_up'), 'gone/gone')
  })

  test('refuses an impossible action with 409, the present state and what would be possible', () => {
    assert.throws(
      () => door.next('open/unlocked', 'wall_up'),
      (error: unknown) => {
        assert.ok(error instanceof ApiError)
        assert.equal(error.status, 409)
        assert.equal(error.code, 'garden_door_state')
        assert.match(error.detail, /garden door is open\/unlocked; "wall up" .* shut\/locked or shut\/unlocked\./)
        assert.deepEqual(
          error.errors.map(({ field, message }) => [field, message]),
          [
            ['leaf', 'The leaf is "open".'],
            ['bolt', 'The bolt is "unlocked".'],
          ],
        )
        return true
      },
    )
  })

  test('lists what may happen now in the order of its table', () => {
    assert.deepEqual(door.actionsFrom('shut/unlocked'), ['open', 'lock', 'wall_up'])
    assert.deepEqual(door.actionsFrom('gone/gone'), [])
    assert.deepEqual(door.actionsFrom('never heard of'), [])
  })

  test('is registered once it is declared', () => {
    assert.ok(allLifecycles.some(({ name }) => name === 'garden_door'))
  })

  test('draws itself', () => {
    const text = diagram(door)
    assert.match(text, /^stateDiagram-v2\n/)
    assert.match(text, /\n {2}state "shut\/locked" as shut_locked\n/)
    assert.match(text, /\n {2}\[\*\] --> shut_unlocked\n/)
    assert.match(text, /\n {2}shut_locked --> gone_gone: wall up\n/)
    assert.match(text, /\n {2}gone_gone --> \[\*\]\n/)
  })
})

describe('Looking for flaws', () => {
  const moves = [{ action: 'fall', from: 'high', to: 'low' }]
  const flawsOf = (starts: readonly string[], finals: readonly string[]) =>
    flaws({ ...door, name: 'stone', starts, finals, moves })

  test('finds none in a sound lifecycle', () => {
    assert.deepEqual(flaws(door), [])
    assert.deepEqual(flawsOf(['high'], ['low']), [])
  })

  test('finds a state that nothing leads to', () => {
    assert.deepEqual(flawsOf(['low'], ['low']), ['stone: nothing leads to high'])
  })

  test('finds a dead end that is not declared final', () => {
    assert.deepEqual(flawsOf(['high'], []), ['stone: low is a dead end that is not declared final'])
  })

  test('finds a final state that can be left', () => {
    assert.deepEqual(flawsOf(['high'], ['high', 'low']), ['stone: high is declared final and can be left'])
  })

  test('finds an action with two outcomes', () => {
    const moves = ['low', 'lower'].map(to => ({ action: 'fall', from: 'high', to }))
    assert.deepEqual(flaws({ ...door, name: 'stone', starts: ['high'], finals: ['low', 'lower'], moves }), [
      'stone: high fall has two outcomes',
    ])
  })
})
