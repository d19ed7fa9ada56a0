const GROUND = ['stores', 'access']

/** Which areas an area may call through their front doors. Shapes and views are open to all. */
export const MAY_CALL: Readonly<Record<string, readonly string[]>> = {
  stores: [],
  access: ['stores'],
  customers: GROUND,
  catalogue: GROUND,
  webhooks: GROUND,
  'gift-cards': [...GROUND, 'customers'],
  payments: [...GROUND, 'customers', 'catalogue'],
  fulfillment: [...GROUND, 'customers', 'catalogue'],
  orders: [...GROUND, 'customers', 'catalogue', 'payments', 'fulfillment', 'gift-cards'],
  carts: [...GROUND, 'customers', 'catalogue', 'payments', 'fulfillment', 'gift-cards', 'orders'],
  subscriptions: [...GROUND, 'customers', 'catalogue', 'payments', 'fulfillment', 'orders'],
  support: [...GROUND, 'customers', 'orders'],
  campaigns: [...GROUND, 'customers', 'catalogue', 'orders'],
  exports: [...GROUND, 'customers', 'catalogue', 'orders'],
}

interface Exception {
  lines: number
  because: string
}

/** Files that are longer than their kind should be, each with its reason. */
export const OVER_BUDGET: Readonly<Record<string, Exception>> = {
  'platform/operation.ts': { lines: 130, because: 'the types of an operation explain each other' },
}
