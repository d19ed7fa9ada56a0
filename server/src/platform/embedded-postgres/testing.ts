import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { Client } from 'pg'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts'

const folders: string[] = []
const started: EmbeddedPostgres[] = []

after(async () => {
  for (const postgres of started) await postgres.stop()
  for (const folder of folders) {
    await rm(await realpath(join(folder, 'postgres')).catch(() => folder), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
})

/** A data folder that is gone after the tests; with a mode, inside a folder of that mode. */
export async function newDataDir(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shopwright-'))
  await chmod(folder, mode)
  const dataDir = join(folder, 'data')
  folders.push(dataDir, folder)
  return dataDir
}

export async function start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, ...options })
  started.push(postgres)
  return postgres
}

/** The one value that a statement gives. */
export async function ask(url: string, statement: string): Promise<unknown> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query({ text: statement, rowMode: 'array' }).finally(() => client.end())
  return rows[0]?.[0]
}

export async function store(url: string): Promise<void> {
  await ask(url, "create table books as select 'Effi Briest' as title")
}

export async function stored(url: string): Promise<unknown> {
  return ask(url, 'select title from books')
}

export async function postgresPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
}
