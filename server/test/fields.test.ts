import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { echo } from './echo.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'
import { startSmallApi } from './small-api.ts'

describe('The fields of a body', () => {
  const api = startApi()
  const small = startSmallApi(api, [echo])
  const post = (body: unknown) => small.send('/echo/', { method: 'POST', body })

  test('are all checked, not only the first', async () => {
    const answer = await post({ name: 1, amount: '-1', email: 'x', kind: 'c', is_test: 'true', lines: [{ quantity: 0 }, {}] })
    assertRefusal(answer, 400, 'validation_error')
    const found = Object.fromEntries(answer.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]))
    assert.deepEqual(found, {
      name: 'type',
      amount: 'min_value',
      email: 'format',
      kind: 'invalid_choice',
      is_test: 'type',
      'lines.0.quantity': 'min_value',
      'lines.1.quantity': 'required',
    })
    assert.equal(answer.body.detail, '7 fields are invalid.')
  })

  test('take no integer that would be another one when it is read', async () => {
    for (const quantity of ['9007199254740993', '9223372036854775808', '1e308']) {
      const answer = await post(`{"name":"a","lines":[{"quantity":${quantity}}]}`)
      assertRefusal(answer, 400, 'validation_error')
      assert.equal(answer.body.errors[0].code, 'max_value')
    }
  })

  const amounts: [string, string | null][] = [
    ['33.44', '33.44'],
    ['"33.44"', '33.44'],
    ['89.9', '89.9'],
    ['" 5 "', '5'],
    ['100', '100'],
    ['1.10', '1.10'],
    ['0.1', '0.1'],
    ['1e2', null],
    ['1E2', null],
    ['12.345', null],
    ['"12.345"', null],
    ['"+1"', null],
    ['"1e2"', null],
    ['""', null],
    ['"."', null],
    ['"-"', null],
    ['-0.01', null],
    ['99999999999', null],
    ['1e400', null],
    ['true', null],
    ['"NaN"', null],
  ]
  for (const [written, read] of amounts)
    test(`take the amount ${written} ${read === null ? 'for an error' : `as ${read}`}`, async () => {
      const answer = await post(`{"name":"a","amount":${written}}`)
      if (read === null) assertRefusal(answer, 400, 'validation_error')
      else assert.equal(answer.body.amount, read)
    })

  test('take amounts inside lists by their text too', async () => {
    const { body } = await post('{"name":"a","lines":[{"quantity":1,"price":0.10},{"quantity":2,"price":12.50}]}')
    assert.deepEqual(
      body.lines.map(({ price }: { price: string }) => price),
      ['0.10', '12.50'],
    )
  })

  test('ignore what they do not know, and trim what they do', async () => {
    const { status, body } = await post({ name: '  Ågot 🕯️  ', unknown: { deep: 1 }, id: 5 })
    assert.equal(status, 200)
    assert.equal(body.name, 'Ågot 🕯️')
  })

  test('keep free values as they were sent', async () => {
    const metadata = { b: [1, null, { c: ' x ' }], a: 'א' }
    assert.deepEqual((await post({ name: 'a', metadata })).body.metadata, metadata)
  })

  for (const [field, value] of [
    ['customer_id', '5'],
    ['customer_id', 1.5],
    ['customer_id', 0],
    ['customer_id', 1e19],
    ['is_test', 1],
    ['name', null],
    ['lines', {}],
    ['lines', [1]],
    ['at', '2026-13-01T00:00:00Z'],
    ['at', '2026-11-21'],
  ] as const)
    test(`refuse ${JSON.stringify(value)} for ${field}`, async () => {
      const answer = await post({ name: 'a', [field]: value })
      assertRefusal(answer, 400, 'validation_error')
      assert.ok(answer.body.errors[0].field.startsWith(field))
    })

  test('cannot reach the prototype', async () => {
    assert.equal((await post('{"name":"a","__proto__":{"is_test":"x"},"constructor":{"prototype":1}}')).status, 200)
  })
})
