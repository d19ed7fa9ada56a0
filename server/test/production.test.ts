import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'

const NAME = `test_production_${process.pid}`
const main = join(import.meta.dirname, '../src/main.ts')

describe('Starting in production', { timeout: 60_000 }, () => {
  const address = new URL(process.env.TEST_DATABASE_URL!)
  const query = async (statement: string, url = process.env.TEST_DATABASE_URL) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows
  }
  before(async () => {
    await query(`create database ${NAME} template shopwright_template`)
    address.pathname = `/${NAME}`
  })
  after(() => query(`drop database if exists ${NAME} with (force)`))

  /** Starts a server, and ends it once it has welcomed its operator. */
  async function start(settings: Record<string, string>) {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'fatal', DATABASE_URL: address.href }
    const child = spawn(process.execPath, [main], { env: { ...env, ...settings } })
    let [out, err] = ['', '']
    child.stdout.on('data', chunk => {
      out += chunk
      if (/Token .*\n/.test(out)) child.kill('SIGTERM')
    })
    child.stderr.on('data', chunk => (err += chunk))
    const [code] = await once(child, 'close')
    return { code, out, err }
  }

  test('is refused with one sentence while a setting is unsafe', async () => {
    const { code, out, err } = await start({})
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^Set PUBLIC_URL in production[^\n]*\n$/)
  })

  test('makes no demo store', async () => {
    const { code, out } = await start({ PUBLIC_URL: 'https://shop.example.com' })
    assert.equal(code, 0)
    assert.match(out, /Shopwright is running/)
    assert.deepEqual(await query('select label from stores', address.href), [])
  })
})
