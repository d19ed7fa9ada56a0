import { Type } from 'typebox'
import { FilledText, Id, Nullable, NullableText } from '../../../platform/schema.ts'

/** What somebody of the shop, or an app, remarked about an order. */
export const OrderNote = Type.Object({
  id: Id,
  app: Nullable(Type.Object({ client_id: Type.String(), name: Type.String() })),
  author: Nullable(Type.Object({ id: Id, email: NullableText, first_name: Type.String(), last_name: Type.String() })),
  date_created: Type.String(),
  date_updated: Type.String(),
  message: Type.String(),
})

export const OrderNoteCreate = Type.Object({ message: FilledText(65_535) })
