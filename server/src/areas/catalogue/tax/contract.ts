import { Type } from 'typebox'
import { Id, Money } from '../../../platform/schema.ts'

const taxed = {
  amount: Money,
  currency: Type.String(),
  rate: Type.Number({ description: 'A fraction: 0.0825 is 8.25 percent.' }),
  report_values: Type.Object({ amount: Money, currency: Type.String() }),
  source: Type.String(),
  tax_title: Type.String(),
}

export const TaxLine = Type.Object({ ...taxed, tax_id: Id }, { title: 'TaxLine' })
export const OrderTaxLine = Type.Object({ ...taxed, id: Id }, { title: 'OrderTaxLine' })

/** A free key and value that a line carries, such as an engraving. */
export const Property = Type.Object({ key: Type.String(), value: Type.Unknown() }, { title: 'Property' })
