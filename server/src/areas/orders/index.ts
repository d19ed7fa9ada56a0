import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'
import createOrder from './order/create-order.ts'
import retrieveOrder from './order/retrieve-order.ts'

export const orders: Area = { name: 'orders', migrations: migrationsBeside(import.meta.url), operations: [createOrder, retrieveOrder] }
