import { type FieldProblem, problem } from '../../../platform/errors.ts'
import { type Cents, cents } from '../../../platform/money.ts'
import type { OrderCreate, OrderLineInput } from './contract.ts'
import type { Known, KnownVariant } from './known.ts'

/** A line of the order to be: what is bought, how often, at which price. */
export interface ChosenLine {
  /** Index of the first line of the request that asked for it. */
  index: number
  variant: KnownVariant
  quantity: number
  unit_price: Cents
  is_upsell: boolean
  subscription: { interval: string; interval_count: number; price: string | null } | null
  properties: { key: string; value: unknown }[]
  metadata: unknown
}

const QUANTITY_MAX = 2_000_000_000

/** The lines with their variants and prices; equal ones become one, at the place of the first. */
export function chooseLines(body: OrderCreate, known: Known, unit: Cents, problems: FieldProblem[]): ChosenLine[] {
  const byAskedId = Map.groupBy(known.variants, variant => variant.asked_id)
  const merged = new Map<string, ChosenLine>()
  for (const [index, input] of body.lines.entries()) {
    const line = chooseLine(input, index, byAskedId.get(input.product_id) ?? [], known, unit, problems)
    if (!line) continue
    const key = JSON.stringify([
      line.variant.id,
      String(line.unit_price),
      line.is_upsell,
      line.subscription,
      line.properties,
      line.metadata,
    ])
    const same = merged.get(key)
    if (same) same.quantity += line.quantity
    else merged.set(key, line)
  }
  const lines = [...merged.values()]
  checkQuantities(lines, known, problems)
  return lines
}

function chooseLine(
  input: OrderLineInput,
  index: number,
  variants: KnownVariant[],
  { settings }: Known,
  unit: Cents,
  problems: FieldProblem[],
): ChosenLine | null {
  const refuse = (field: string, code: Parameters<typeof problem>[1], message: string) => {
    problems.push(problem(`lines.${index}.${field}`, code, message))
    return null
  }
  const [variant] = variants
  if (!variant) return refuse('product_id', 'does_not_exist', 'No such variant.')
  if (variants.length > 1) return refuse('product_id', 'invalid', 'This product has several variants: name one of them.')
  if (input.currency && input.currency.toUpperCase() !== settings.currency)
    return refuse('currency', 'invalid', `All lines must be in ${settings.currency}.`)
  if (input.subscription && !variant.enable_subscription)
    return refuse('subscription', 'unsupported', 'This product cannot be subscribed to.')
  if (hasDoubleKeys(input)) return refuse('properties', 'not_unique', 'Every key may stand once.')
  if (JSON.stringify(input.properties ?? []).length > 2_048 * Math.max(1, input.properties?.length ?? 0))
    return refuse('properties', 'max_length', 'Values must be at most 2 KiB each.')

  const price = input.price ?? (input.subscription ? (variant.subscription_price ?? variant.price) : variant.price)
  if (price === null) return refuse('product_id', 'unsupported', `This variant has no price in ${settings.currency}.`)
  const unit_price = cents(price)
  if (unit_price % unit !== 0n) return refuse('price', 'invalid', `${settings.currency} has no decimals.`)
  return {
    index,
    variant,
    quantity: input.quantity,
    unit_price,
    is_upsell: input.is_upsell ?? false,
    subscription: input.subscription ? { ...input.subscription, price: input.subscription.price ?? null } : null,
    properties: (input.properties ?? []).map(({ key, value }) => ({ key, value: value ?? null })),
    metadata: input.metadata ?? null,
  }
}

function hasDoubleKeys({ properties = [] }: OrderLineInput): boolean {
  return new Set(properties.map(({ key }) => key)).size < properties.length
}

function checkQuantities(lines: ChosenLine[], { settings }: Known, problems: FieldProblem[]): void {
  const all = lines.reduce((total, line) => total + line.quantity, 0)
  if (settings.cart_max_item_quantity !== null && all > settings.cart_max_item_quantity)
    problems.push(problem('lines', 'max_value', `An order may have at most ${settings.cart_max_item_quantity} items.`))
  if (lines.some(line => line.quantity > QUANTITY_MAX))
    problems.push(problem('lines', 'max_value', 'Too many units of one variant.'))
}
