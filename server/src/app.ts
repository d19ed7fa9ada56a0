import { access } from './areas/access/index.ts'
import { catalogue } from './areas/catalogue/index.ts'
import { customers } from './areas/customers/index.ts'
import { fulfillment } from './areas/fulfillment/index.ts'
import { orders } from './areas/orders/index.ts'
import { payments } from './areas/payments/index.ts'
import { stores } from './areas/stores/index.ts'
import { type Area, gatherSubscribers } from './platform/area.ts'
import { housekeeping } from './platform/housekeeping.ts'
import { findMigrations } from './platform/migrations.ts'
import { platformMigrations } from './platform/tables.ts'

/** The application is this list: router, documents, command line and tests all read it. */
export const areas: readonly Area[] = [stores, access, customers, catalogue, fulfillment, payments, orders]

export const operations = areas.flatMap(area => area.operations)
export const tasks = [...housekeeping, ...areas.flatMap(area => area.tasks ?? [])]
export const subscribers = gatherSubscribers(areas)
export const allMigrations = () => findMigrations([platformMigrations, ...areas.map(area => area.migrations)])
