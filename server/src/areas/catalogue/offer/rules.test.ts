import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cents, decimal, percent, sum } from '../../../platform/money.ts'
import type { BenefitType, ConditionType } from './candidate.ts'
import { apply, line } from './examples.ts'
import { applyOffers, type OfferCandidate, type PricedLine, type Range } from './rules.ts'

describe('The worked example of a voucher for ten percent of the order', () => {
  test('takes 8.00 and 2.00 off the lines and nothing off shipping', () => {
    const voucher = { kind: 'voucher' as const, voucher_id: 4, gives: ['order_percentage', '10'] as [BenefitType, string] }
    const outcome = apply([line(1, '40.00', 2), line(2, '19.99')], [voucher], '5.00')
    assert.deepEqual(outcome.line_discounts.map(decimal), ['8.00', '2.00'])
    assert.equal(outcome.shipping_discount, 0n)
    assert.deepEqual(outcome.applied, [
      { offer_id: 1, voucher_id: 4, applications: 1, lines: [800n, 200n], shipping: 0n, total: 1000n },
    ])
  })
})

const unit = fc.constantFrom(1n, 100n)
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 })
const range: fc.Arbitrary<Range> = fc.record({ all_products: fc.boolean(), product_ids: ids, category_ids: ids })
const conditions: ConditionType[] = [
  'count_gte',
  'count_eq',
  'value_gte',
  'value_eq',
  'distinct_gte',
  'distinct_eq',
  'count',
  'value',
  'coverage',
]
const onGoods: BenefitType[] = ['percentage', 'absolute', 'multibuy', 'fixed_price', 'order_percentage']
const onShipping: BenefitType[] = ['shipping_absolute', 'shipping_fixed_price', 'shipping_percentage']

const lines: fc.Arbitrary<PricedLine[]> = fc.array(
  fc.record({
    variant_id: fc.integer({ min: 1, max: 9 }),
    product_id: fc.integer({ min: 1, max: 4 }),
    category_ids: ids,
    unit_price: fc.bigInt({ min: 0n, max: 5000n }).map(price => price * 100n),
    quantity: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 10_000 })),
    is_discountable: fc.boolean(),
    is_subscription: fc.boolean(),
  }),
  { maxLength: 6 },
)

const offers: fc.Arbitrary<OfferCandidate[]> = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    kind: fc.constantFrom('site', 'voucher'),
    voucher_id: fc.option(fc.integer({ min: 1, max: 2 })),
    priority: fc.integer({ min: 0, max: 2 }),
    exclusive: fc.boolean(),
    combinations: fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
    condition: fc.record({ type: fc.constantFrom(...conditions), value: fc.integer({ min: 0, max: 12 }).map(String), range }),
    benefit: fc.record({
      type: fc.constantFrom(...onGoods, ...onGoods, ...onShipping),
      value: fc.integer({ min: 0, max: 12_000 }).map(hundredths => decimal(BigInt(hundredths))),
      range,
      max_affected_items: fc.option(fc.integer({ min: 0, max: 20 })),
    }),
    max_cart_applications: fc.option(fc.integer({ min: 0, max: 50 })),
    discount_left: fc.option(fc.bigInt({ min: 0n, max: 100_000n })),
    only_subscription: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 6 },
)
const purchase = fc.record({ lines, offers, unit, shipping: fc.bigInt({ min: 0n, max: 30n }).map(price => price * 100n) })

describe('Whatever the offers', () => {
  test('no line and no shipping price falls below zero, and all amounts are in whole units', () => {
    fc.assert(
      fc.property(purchase, input => {
        const { line_discounts, shipping_discount } = applyOffers(input)
        for (const [index, discount] of line_discounts.entries()) {
          const { unit_price, quantity, is_discountable } = input.lines[index]!
          assert.ok(discount >= 0n && discount <= unit_price * BigInt(quantity) && discount % input.unit === 0n)
          assert.ok(is_discountable || discount === 0n)
        }
        assert.ok(shipping_discount >= 0n && shipping_discount <= input.shipping && shipping_discount % input.unit === 0n)
      }),
    )
  })

  test('what each gave adds up to what was taken off', () => {
    fc.assert(
      fc.property(purchase, input => {
        const { applied, line_discounts, shipping_discount } = applyOffers(input)
        assert.deepEqual(
          line_discounts,
          input.lines.map((_, index) => sum(applied.map(one => one.lines[index]!))),
        )
        assert.equal(shipping_discount, sum(applied.map(one => one.shipping)))
        for (const { lines: shares, shipping, total } of applied) assert.ok(total > 0n && total === sum(shares) + shipping)
      }),
    )
  })

  test('none gives more, or more often, than it may', () => {
    fc.assert(
      fc.property(purchase, input => {
        for (const { offer_id, total, applications } of applyOffers(input).applied) {
          const { discount_left, max_cart_applications } = input.offers.find(({ id }) => id === offer_id)!
          assert.ok(discount_left === null || total <= discount_left)
          assert.ok(applications >= 1 && applications <= (max_cart_applications ?? Number.POSITIVE_INFINITY))
        }
      }),
    )
  })

  test('the order in which they are named changes nothing', () => {
    fc.assert(
      fc.property(purchase, input =>
        assert.deepEqual(applyOffers({ ...input, offers: input.offers.toReversed() }), applyOffers(input)),
      ),
    )
  })
})

describe('Many applications at once', () => {
  const quantity = fc.integer({ min: 1, max: 10_000 })
  const price = fc.bigInt({ min: 1n, max: 99_999n })

  test('give what the same applications give one by one', () => {
    fc.assert(
      fc.property(quantity, price, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 99 }), (count, each, per, rate) => {
        const lineOfMany = line(1, decimal(each), count)
        const times = BigInt(Math.floor(count / per))
        const expected = {
          multibuy: each,
          percentage: percent(each * BigInt(per), String(rate)),
          absolute: cents(String(rate)) < each * BigInt(per) ? cents(String(rate)) : each * BigInt(per),
        }
        for (const [type, once] of Object.entries(expected)) {
          const gives: [BenefitType, string] = [type as BenefitType, String(rate)]
          assert.equal(apply([lineOfMany], [{ when: ['count', String(per)], gives }]).line_discounts[0], once * times, type)
        }
      }),
    )
  })

  test('stop together: an offer limited to n applications gives what n are worth', () => {
    fc.assert(
      fc.property(purchase, fc.integer({ min: 1, max: 5 }), (input, most) => {
        const [first] = applyOffers({ ...input, offers: input.offers.slice(0, 1) }).applied
        fc.pre(first !== undefined && first.applications >= most)
        const limited = input.offers.slice(0, 1).map(offer => ({ ...offer, max_cart_applications: most }))
        const [again] = applyOffers({ ...input, offers: limited }).applied
        assert.equal(again!.applications, most)
        assert.ok(again!.total <= first!.total)
      }),
    )
  })
})
