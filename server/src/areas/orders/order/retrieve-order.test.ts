import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import retrieveOrder from './retrieve-order.ts'

describe('Retrieving an order', () => {
  const api = startApi()

  test('answers 404 for a number that the store does not know', async () => {
    const { status, body, events } = await api.call(retrieveOrder, { params: { number: 100001 } })
    assert.equal(status, 404)
    assert.equal(body.code, 'not_found')
    assert.deepEqual(events, [])
  })

  for (const number of ['0100001', 'abc', '-1', '99999999999999999999'])
    test(`answers 404 for the number ${number}`, async () => {
      const { status } = await api.call(retrieveOrder, { params: { number } })
      assert.equal(status, 404)
    })
})
