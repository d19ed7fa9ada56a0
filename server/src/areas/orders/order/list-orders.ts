import { read } from '../../../platform/operation.ts'
import { page } from '../../../platform/pagination.ts'
import { Page } from '../../../platform/schema.ts'
import { anyOf } from '../../../platform/scopes.ts'
import { sql } from '../../../platform/sql.ts'
import { OrderListItem } from './contract.ts'
import { meeting } from './list-conditions.ts'
import { OrderFilters } from './list-filters.ts'
import { orderListView } from './view.ts'

export default read({
  id: 'ordersList',
  summary: 'List orders, newest first.',
  method: 'GET',
  path: '/orders/',
  scopes: anyOf('orders:read'),
  query: OrderFilters,
  response: Page(OrderListItem),

  handle({ query, db, store, links }) {
    const conditions = meeting(query, store)
    return page(db, links, query, sql`o.number`, (within, ordered) =>
      orderListView(store, sql`${conditions} and ${within}`, ordered),
    )
  },
})
