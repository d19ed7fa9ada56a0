import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'
import { reconcile } from './intent/reconcile.ts'

export type { Card } from './card/card.ts'
export {
  createExternalPaymentMethod,
  type NewExternalPaymentMethod,
} from './external-payment-method/create-external-payment-method.ts'
export { externalMethodExists } from './external-payment-method/queries.ts'
export { createGateway, createGatewayGroup, type NewGateway, setPaymentFlow } from './gateway/create-gateway.ts'
export { abandonIntent } from './intent/abandon-intent.ts'
export { choosePayment, type GatewayPlan, type PaymentAsk, type PaymentPlan, type RefusedPlan } from './intent/choose-payment.ts'
export { type ConductTools, conduct } from './intent/conduct.ts'
export type { PaymentMethod } from './intent/contract.ts'
export type { Intent, IntentRequest, Outcome, Report } from './intent/intent.ts'
export { openIntent } from './intent/open-intent.ts'
export { recordRefusal } from './intent/record-refusal.ts'
export { refusalOf } from './intent/refusal.ts'
export { type Settled, type Settlement, settleWith } from './intent/settlement.ts'
export { recordExternalPayment, recordExternalRefund } from './transaction/external-payment.ts'
export { attachRefund, attachTransaction, type PaymentFacts } from './transaction/queries.ts'

export const payments: Area = {
  name: 'payments',
  migrations: migrationsBeside(import.meta.url),
  operations: [],
  tasks: [reconcile],
}
