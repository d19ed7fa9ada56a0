import { Type } from 'typebox'
import { FilledText } from '../../../platform/schema.ts'

export const OrderCancel = Type.Object({
  cancel_reason: FilledText(255),
  full_refund: Type.Optional(Type.Boolean({ default: false, description: 'Whether captured money goes back as well.' })),
  send_cancel_notification: Type.Optional(Type.Boolean({ default: true })),
})
