const BOTH = [
  'admin',
  'campaigns',
  'carts',
  'catalogue',
  'content',
  'disputes',
  'exports',
  'fulfillment_orders',
  'fulfillment_service',
  'gift_cards',
  'locations',
  'metadata',
  'orders',
  'subscriptions',
  'themes',
  'tickets',
  'transactions',
  'users',
  'webhooks',
]
const READ_ONLY = ['gateways', 'store']

/** Every scope that a token can carry. */
export const allScopes: readonly string[] = [
  ...[...BOTH, ...READ_ONLY].map(family => `${family}:read`),
  ...BOTH.map(family => `${family}:write`),
]

const known = new Set(allScopes)

export const isScope = (text: string): boolean => known.has(text)
