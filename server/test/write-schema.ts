import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts'
import { prepareDatabase } from '../src/start.ts'
import { schemaText } from './schema-text.ts'

const folder = await mkdtemp(join(tmpdir(), 'shopwright-schema-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
try {
  await prepareDatabase(postgres.url)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await writeFile(new URL('../../db/schema.sql', import.meta.url), await schemaText(client))
  await client.end()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
