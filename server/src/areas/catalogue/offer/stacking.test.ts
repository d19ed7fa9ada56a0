import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decimal } from '../../../platform/money.ts'
import { apply, discounts, line, offer, only, type Wish } from './examples.ts'
import { inOrder } from './stacking.ts'

const goods = [line(1, '100.00', 2)]
const half: Wish = { id: 1, gives: ['percentage', '50'] }
const tenOff: Wish = { id: 2, gives: ['absolute', '10'] }

function appliedIds(...offers: Wish[]): number[] {
  return apply(goods, offers, '5.00').applied.map(({ offer_id }) => offer_id)
}

function combined(...offers: Wish[]): Wish[] {
  return offers.map(one => ({ ...one, combinations: offers.map(({ id }) => id!).filter(id => id !== one.id) }))
}

describe('The order of offers', () => {
  test('is goods before shipping, then priority, then vouchers, then age', () => {
    const offers = [
      offer({ id: 1, priority: 9, gives: ['shipping_absolute', '1'] }),
      offer({ id: 2, gives: ['absolute', '1'] }),
      offer({ id: 3, gives: ['absolute', '1'] }),
      offer({ id: 4, kind: 'voucher', voucher_id: 1, gives: ['absolute', '1'] }),
      offer({ id: 5, priority: 1, gives: ['absolute', '1'] }),
    ]
    assert.deepEqual(
      inOrder(offers).map(({ id }) => id),
      [5, 4, 2, 3, 1],
    )
    assert.deepEqual(
      inOrder(offers.toReversed()).map(({ id }) => id),
      [5, 4, 2, 3, 1],
    )
  })

  test('counts an offer of two vouchers once, for the older voucher', () => {
    const twice = [7, 3].map(voucher_id => ({ ...tenOff, kind: 'voucher' as const, voucher_id }))
    const { applied } = apply(goods, twice)
    assert.deepEqual(
      applied.map(({ voucher_id, total }) => [voucher_id, decimal(total)]),
      [[3, '10.00']],
    )
  })
})

describe('Stacking', () => {
  test('needs two offers that list each other', () => {
    assert.deepEqual(discounts(goods, half, tenOff), ['100.00'])
    assert.deepEqual(discounts(goods, { ...half, combinations: [2] }, tenOff), ['100.00'])
    assert.deepEqual(discounts(goods, half, { ...tenOff, combinations: [1] }), ['100.00'])
    assert.deepEqual(discounts(goods, ...combined(half, tenOff)), ['110.00'])
  })

  test('needs that of every pair on the unit', () => {
    const third: Wish = { id: 3, gives: ['absolute', '1'], combinations: [1] }
    assert.deepEqual(discounts(goods, { ...half, combinations: [2, 3] }, { ...tenOff, combinations: [1] }, third), ['110.00'])
  })

  test('works on what the offers before left over', () => {
    assert.deepEqual(discounts(goods, ...combined({ ...tenOff, priority: 1 }, half)), ['105.00'])
    assert.deepEqual(discounts(goods, ...combined(half, { ...tenOff, gives: ['percentage', '10'] })), ['110.00'])
  })

  test('is by the unit: units that the first offer left alone are free for the second', () => {
    const oneFree: Wish = { id: 3, priority: 1, gives: ['multibuy', '1'] }
    assert.deepEqual(discounts(goods, oneFree, half), ['150.00'])
    assert.deepEqual(discounts(goods, oneFree, { ...half, exclusive: true }), ['150.00'])
  })

  test('keeps units that a condition used up for that offer and those that combine with it', () => {
    const twoForOne: Wish = { id: 3, priority: 1, when: ['count', '2'], gives: ['multibuy', '1'] }
    assert.deepEqual(discounts(goods, twoForOne, half), ['100.00'])
    assert.deepEqual(discounts(goods, ...combined(twoForOne, half)), ['150.00'])
  })

  test('leaves alone what an offer could have discounted, but did not', () => {
    const two = [line(1, '2.00'), line(2, '10.00')]
    const cheapestFree: Wish = { id: 3, priority: 1, when: ['count', '1', only(1)], gives: ['multibuy', '1'] }
    assert.deepEqual(discounts(two, cheapestFree, half), ['2.00', '5.00'])
  })

  test('is not hindered by an offer that gives nothing', () => {
    const noBargain: Wish = { id: 3, priority: 1, when: ['count', '2'], gives: ['fixed_price', '500'] }
    assert.deepEqual(discounts(goods, noBargain, half), ['100.00'])
  })

  test('never takes a line or shipping below zero', () => {
    const all = combined(
      { id: 1, gives: ['percentage', '80'] },
      { id: 2, gives: ['absolute', '900'] },
      { id: 3, gives: ['order_percentage', '100'] },
    )
    assert.deepEqual(discounts(goods, ...all), ['200.00'])
    const shipping = combined({ id: 1, gives: ['shipping_absolute', '3'] }, { id: 2, gives: ['shipping_absolute', '3'] })
    assert.deepEqual(
      apply(goods, shipping, '5.00').applied.map(one => decimal(one.shipping)),
      ['3.00', '2.00'],
    )
  })
})

describe('An exclusive offer', () => {
  test('takes only units that no other offer touched, and no other takes those after it', () => {
    const exclusive = { ...half, exclusive: true }
    assert.deepEqual(discounts(goods, { ...exclusive, priority: 1 }, tenOff), ['100.00'])
    assert.deepEqual(discounts(goods, exclusive, { ...tenOff, priority: 1 }), ['10.00'])
    assert.deepEqual(discounts(goods, ...combined({ ...exclusive, priority: 1 }, tenOff)), ['100.00'])
    assert.deepEqual(discounts(goods, ...combined(exclusive, { ...tenOff, priority: 1 })), ['10.00'])
  })

  test('leaves other lines to other offers', () => {
    const two = [line(1, '100.00'), line(2, '100.00')]
    assert.deepEqual(discounts(two, { ...half, exclusive: true, gives: ['percentage', '50', only(1)] }, tenOff), [
      '50.00',
      '10.00',
    ])
  })

  test('is the only exclusive one of its voucher: the first that gives something', () => {
    const voucher = { kind: 'voucher' as const, voucher_id: 1, exclusive: true }
    const first: Wish = { ...voucher, id: 5, priority: 2, gives: ['absolute', '1', only(1)] }
    const shipping: Wish = { ...voucher, id: 6, priority: 1, gives: ['shipping_absolute', '1'] }
    assert.deepEqual(appliedIds(first, shipping), [5])
    assert.deepEqual(appliedIds({ ...first, when: ['count_gte', '99'] }, shipping), [6])
    assert.deepEqual(appliedIds(first, { ...shipping, voucher_id: 2 }), [5, 6])
  })
})

describe('Offers on shipping', () => {
  test('stack by the same rules, with shipping as one unit', () => {
    const [one, two]: Wish[] = [
      { id: 1, gives: ['shipping_percentage', '50'] },
      { id: 2, gives: ['shipping_percentage', '50'] },
    ]
    assert.deepEqual(appliedIds(one!, two!), [1])
    assert.equal(decimal(apply(goods, combined(one!, two!), '5.00').shipping_discount), '3.75')
    assert.deepEqual(appliedIds(...combined({ ...one!, exclusive: true }, two!)), [1])
  })

  test('do not stand in the way of offers on goods', () => {
    assert.deepEqual(appliedIds(half, { id: 2, when: ['count', '2'], gives: ['shipping_percentage', '100'] }), [1, 2])
  })
})

describe('Lines that an offer does not see', () => {
  const mixed = [
    line(1, '10.00', 1, { is_discountable: false }),
    line(2, '10.00', 1, { is_subscription: true }),
    line(3, '10.00'),
  ]

  test('are those that may not be discounted, for its condition too', () => {
    assert.deepEqual(discounts(mixed, { when: ['count_gte', '2'], gives: ['order_percentage', '10'] }), ['0.00', '1.00', '1.00'])
    assert.deepEqual(discounts(mixed, { when: ['count_gte', '3'], gives: ['order_percentage', '10'] }), ['0.00', '0.00', '0.00'])
  })

  test('are those without a subscription, for an offer on subscriptions', () => {
    assert.deepEqual(discounts(mixed, { gives: ['order_percentage', '10'], only_subscription: true }), ['0.00', '1.00', '0.00'])
  })
})
