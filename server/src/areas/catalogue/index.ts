import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'

export { createCategory, type NewCategory } from './category/create-category.ts'
export { createOffers, type NewOffer, type NewRange } from './offer/create-offers.ts'
export { giveBackOffers, noteUsesOf, useOffers } from './offer/use-offers.ts'
export { type CreatedProduct, createProducts } from './product/create-products.ts'
export type { NewImage, NewPrice, NewProduct, NewVariant } from './product/new-product.ts'
export { slugOf, unusedSlug } from './product/slug.ts'
export { createStockRecords, type NewStockRecord } from './stock-record/create-stock-records.ts'
export {
  allocateStock,
  releaseStock,
  type Short,
  type StockUnits,
  shipStock,
} from './stock-record/stock.ts'
export { type CreatedTaxRegion, createTaxes, type NewTaxRate, type NewTaxRegion } from './tax/create-taxes.ts'
export { createVouchers, type NewVoucher } from './voucher/create-vouchers.ts'

export const catalogue: Area = { name: 'catalogue', migrations: migrationsBeside(import.meta.url), operations: [] }
