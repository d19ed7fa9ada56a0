import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'

export { currencyUnit, isUsableCurrency } from './currency.ts'
export { type ExchangeRate, saveExchangeRates } from './exchange-rate/save-exchange-rates.ts'
export { metadataProblems } from './metadata/rules.ts'
export { adoptGatewayGroup } from './store/adopt-gateway-group.ts'
export { createStore, type NewStore } from './store/create-store.ts'

export const stores: Area = { name: 'stores', migrations: migrationsBeside(import.meta.url), operations: [] }
