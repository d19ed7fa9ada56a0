import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts'
import { prepareDatabase } from '../src/start.ts'

// One PostgreSQL for the whole run; every test file gets a database of its own, copied from a template.
const asked = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const options = process.argv.slice(2).filter(argument => argument.startsWith('--'))
const root = join(import.meta.dirname, '../..')
const files =
  asked.length > 0 ? asked : globSync('{server,bench}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).sort()

const folder = mkdtempSync(join(tmpdir(), 'shopwright-test-'))
const given = process.env.TEST_DATABASE_URL
const postgres = given ? null : await startEmbeddedPostgres({ dataDir: folder, durable: false, maxConnections: 300 })
const server = given ?? postgres!.url
await makeTemplate(server)

const child = spawn(process.execPath, ['--test', '--test-concurrency=2', '--test-timeout=300000', ...options, ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: server, NODE_NO_WARNINGS: '1' },
})
const code = await new Promise<number>(resolve => child.on('exit', (status, signal) => resolve(signal ? 1 : (status ?? 1))))
await postgres?.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(code)

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop database if exists shopwright_template with (force)')
  await client.query('create database shopwright_template')
  await client.end()
  const template = new URL(url)
  template.pathname = '/shopwright_template'
  await prepareDatabase(template.href)
}
