import type { Subscribers } from './announcements.ts'
import type { Task } from './jobs.ts'
import type { Operation } from './operation.ts'

/** What an area brings into the application. */
export interface Area {
  name: string
  /** Folder of its migrations. */
  migrations: string
  operations: readonly Operation[]
  tasks?: readonly Task[]
  subscribers?: Subscribers
}

/** The subscribers of several areas, by event type. */
export function gatherSubscribers(areas: readonly Area[]): Subscribers {
  const gathered: Record<string, Subscribers[string][number][]> = {}
  for (const area of areas)
    for (const [type, subscribers] of Object.entries(area.subscribers ?? {}))
      gathered[type] = [...(gathered[type] ?? []), ...subscribers]
  return gathered
}
