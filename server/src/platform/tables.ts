import { fileURLToPath } from 'node:url'

/** The platform's own tables. */
export const platformMigrations = fileURLToPath(new URL('./migrations', import.meta.url))

/** The migrations folder beside a module. */
export const migrationsBeside = (moduleUrl: string): string => fileURLToPath(new URL('./migrations', moduleUrl))
