import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startApi } from '../../test/harness.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import retrieveOrder from '../areas/orders/order/retrieve-order.ts'
import { importAs } from './examples.ts'
import { type ExampleRow, ledgerText } from './ledger/examples.ts'
import { importOrders } from './orders.ts'

const SALE: ExampleRow[] = [
  { code: '22633', quantity: '6', price: '1.85' },
  { code: '71053', description: 'LANTERN', quantity: '2', price: '3.39' },
  { code: '22633', quantity: '4', price: '1.85' },
  { code: '22633', quantity: '1', price: '1.50' },
  { code: 'POST', description: 'POSTAGE', quantity: '1', price: '18' },
  { code: 'D', description: 'Loyal customer', quantity: '-1', price: '2.78' },
  { code: 'M', description: 'Manual', quantity: '1', price: '5.00' },
]
const OTHERS: ExampleRow[] = [
  { invoice: '536366', customer: '', country: 'EIRE', quantity: '3', price: '0' },
  { invoice: '536367', code: 'AMAZONFEE', price: '100.00', quantity: '1', customer: '' },
]
const CREDIT: ExampleRow[] = [
  { invoice: 'C536379', code: '22633', quantity: '-5', price: '1.85', at: '2010-12-02T09:00:00' },
  { invoice: 'C536379', code: 'POST', quantity: '-1', price: '8', at: '2010-12-02T09:00:00' },
  { invoice: 'C536379', code: '99999', quantity: '-1', price: '1', at: '2010-12-02T09:00:00' },
]

describe('Importing a ledger', () => {
  const api = startApi({ store: { currencies: [{ code: 'GBP' }], reporting_currency: 'GBP' } })
  const folder = mkdtempSync(join(tmpdir(), 'shopwright-import-'))
  const run = importAs(api, importOrders, folder)
  const list = () => readFileSync(join(folder, 'list.csv'), 'utf8').trimEnd().split('\n')
  const numbers = async () => (await api.database.pool.query('select number, metadata from orders order by number')).rows
  let first: Awaited<ReturnType<typeof run>>

  before(async () => {
    first = await run(ledgerText([...SALE, ...OTHERS, ...CREDIT]))
  })
  after(() => rmSync(folder, { recursive: true }))

  test('accounts for every row and every penny', () => {
    assert.deepEqual(first.printed, [
      '2 invoices are orders, 1 credit notes are refunds.',
      'Imported              9 rows    24.75 GBP',
      'Not imported          3 rows   104.00 GBP',
      'In the file          12 rows   128.75 GBP, which is their sum',
      `What was not imported, and why: ${join(folder, 'list.csv')}`,
    ])
  })

  test('makes an order with its lines, postage, discount, payment and customer', async () => {
    const [{ number, metadata }] = await numbers()
    assert.deepEqual(metadata, { invoice_no: '536365', country: 'United Kingdom', customer_id: '17850' })
    const { body } = await api.call(retrieveOrder, { params: { number } })
    assert.deepEqual(
      body.lines.map((line: Record<string, unknown>) => [line.sku, line.product_title, line.quantity]),
      [
        ['22633', 'HAND WARMER', 10],
        ['71053', 'LANTERN', 2],
        ['22633', 'HAND WARMER', 1],
      ],
    )
    assert.deepEqual(
      [body.status, body.fulfillment_status, body.date_placed, body.currency, body.shipping_address.country],
      ['archived', 'fulfilled', '2010-12-01T08:26:00Z', 'GBP', 'GB'],
    )
    assert.deepEqual(
      [body.original_total_incl_tax, body.original_shipping_incl_tax, body.original_total_discount, body.total_tax],
      ['42.00', '18.00', '2.78', '0.00'],
    )
    assert.deepEqual(
      body.offer_discounts.map(({ name, description }: { name: string; description: string }) => [name, description]),
      [['Discount', 'Loyal customer']],
    )
    assert.deepEqual(body.user.first_name, '')
    const [debit] = body.transactions
    assert.deepEqual(
      [debit.type, debit.amount, debit.is_external, debit.date_created],
      ['debit', '42.00', true, '2010-12-01T08:26:00Z'],
    )
  })

  test('gives back what a credit note takes back', async () => {
    const [{ number }] = await numbers()
    const { body } = await api.call(retrieveOrder, { params: { number } })
    const [refund] = body.refunds
    assert.deepEqual(
      [refund.created_at, refund.note, refund.total_refund_amount],
      ['2010-12-02T09:00:00Z', 'Credit note C536379', '17.25'],
    )
    assert.deepEqual(
      refund.refund_line_items.map((line: Record<string, unknown>) => [line.quantity, line.restock_type]),
      [[5, 'no_restock']],
    )
    assert.deepEqual(
      [body.payment_status, body.total_outstanding, body.shipping_incl_tax],
      ['partially_refunded', '0.00', '10.00'],
    )
    assert.equal(body.lines[0].current_quantity, 5)
  })

  test('keeps gifts, and orders of nobody', async () => {
    const [, { number }] = await numbers()
    const { body } = await api.call(retrieveOrder, { params: { number } })
    assert.deepEqual(
      [body.total_incl_tax, body.payment_status, body.user, body.shipping_address.country],
      ['0.00', 'paid', null, 'IE'],
    )
    assert.deepEqual(body.transactions, [])
  })

  test('keeps every promise about orders', () => assertOrderInvariants(api.database.pool, api.store_id))

  test('lists what it left out, with the row and the reason', () => {
    const [header, ...rows] = list()
    assert.match(header!, /^row,reason,InvoiceNo,StockCode,/)
    assert.deepEqual(
      rows.map(row => row.slice(0, 40)),
      [
        '8,"A manual correction, no sale.",536365',
        '10,"A fee of the marketplace, no sale.",',
        '13,Unmatched return: no earlier sale of ',
      ],
    )
  })

  test('changes nothing the second time, and says the same', async () => {
    const before = list()
    const { account, printed } = await run(gzipSync(ledgerText([...SALE, ...OTHERS, ...CREDIT])))
    assert.equal((await numbers()).length, 2)
    assert.deepEqual([account.known, account.imported.rows, account.left_out.rows], [4, 9, 3])
    assert.deepEqual(printed.slice(1), first.printed.slice(1))
    assert.deepEqual(list(), before)
  })

  test('goes on where a ledger has grown', async () => {
    const { account } = await run(ledgerText([...SALE, ...OTHERS, ...CREDIT, { invoice: '536370', quantity: '1' }]))
    assert.deepEqual([account.orders, account.known], [3, 4])
  })

  test('does not import an invoice again that comes with other rows', async () => {
    const { account } = await run(ledgerText([{ invoice: '536366', customer: '', quantity: '9' }]))
    assert.deepEqual([account.imported.rows, account.left_out.rows], [0, 1])
    assert.match(list()[1]!, /^2,"Invoice 536366 was imported before, from row 9, with other rows\."/)
  })

  test('lists what the shop would refuse', async () => {
    await run(ledgerText([{ invoice: '536399', at: '2999-01-01T00:00:00' }]))
    assert.match(list()[1]!, /^2,The order is refused: Must not be in the future\./)
  })

  const broken: [what: string, text: string, sentence: RegExp][] = [
    [
      'a quantity that is none',
      ledgerText([{ invoice: '7' }, { quantity: 'six' }]),
      /^Row 3: Quantity must be a whole number, not "six"/,
    ],
    ['a date that is none', ledgerText([{ invoice: '7' }, { at: '1/12/10' }]), /^Row 3: InvoiceDate must be a date and time/],
    ['a price that is none', ledgerText([{ invoice: '7' }, { price: '£2' }]), /^Row 3: UnitPrice must be an amount/],
    ['an end in the middle', ledgerText([{ invoice: '7' }, {}]).slice(0, -9), /^Row 3: The file is cut off here/],
  ]
  for (const [what, text, sentence] of broken)
    test(`imports nothing of a file with ${what}`, async () => {
      await assert.rejects(run(text), { message: sentence })
      assert.equal((await numbers()).length, 3)
    })

  test('refuses a currency whose worth it does not know', () =>
    assert.rejects(run(ledgerText([{}]), { currency: 'JPY' }), /no rate from JPY to GBP/))
})
