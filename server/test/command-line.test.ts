import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const source = join(import.meta.dirname, '../src')

interface Ended {
  code: number | null
  out: string
  err: string
}

interface Started {
  child: ChildProcess
  printed(): string
  ended: Promise<Ended>
}

function start(file: 'main.ts' | 'cli.ts', args: string[], settings: Record<string, string>): Started {
  const { DATABASE_URL: _, ...inherited } = process.env
  const env = { ...inherited, LOG_LEVEL: 'warn', HOST: '127.0.0.1', ...settings }
  const child = spawn(process.execPath, [join(source, file), ...args], { env })
  let [out, err] = ['', '']
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (err += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code, out, err }))
  return { child, ended, printed: () => out + err }
}

async function welcomeOf({ child, printed }: Started): Promise<string> {
  const giveUpAt = Date.now() + 30_000
  while (!/Token .*\n/.test(printed())) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`It did not start: ${printed()}`)
    await sleep(20)
  }
  return printed()
}

describe('The first hour', { timeout: 120_000 }, () => {
  let folder: string
  let settings: Record<string, string>
  let server: Started
  let welcome: string
  const shopwright = (...args: string[]) => start('cli.ts', args, settings).ended

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shopwright-'))
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    await new Promise(closed => taken.close(closed))
    settings = { DATA_DIR: join(folder, 'data'), PORT: String(port) }
    server = start('main.ts', [], settings)
    welcome = await welcomeOf(server)
  })
  after(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    await rm(folder, { recursive: true, force: true })
  })

  const asks = (token: string) =>
    fetch(`http://127.0.0.1:${settings.PORT}/api/admin/orders/1/`, { headers: { Authorization: `Bearer ${token}` } })

  test('begins with one command that names the addresses and a token that works', async () => {
    assert.match(welcome, /\/docs/)
    const token = /sat_\w{43}/.exec(welcome)?.[0]
    assert.equal((await asks(token ?? '')).status, 404)
  })

  test('prints nothing that looks like a warning', async () => assert.doesNotMatch(welcome, /warn|deprecat|error/i))

  test('can make a token beside the running server, alone on standard output', async () => {
    const { code, out, err } = await shopwright('token', 'create', '--scopes', 'orders:read users:read')
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /^sat_\w{43}\n$/)
    assert.equal((await asks(out.trim())).status, 404)
  })

  test('can make another store, which must then be named', async () => {
    const made = await shopwright(
      'store',
      'create',
      '--name',
      'Two',
      '--label',
      'two',
      '--currency',
      'EUR',
      'JPY',
      '--timezone',
      'Europe/Berlin',
    )
    assert.deepEqual([made.code, made.err], [0, ''])
    assert.match(made.out, /^\d+\n$/)
    const unnamed = await shopwright('token', 'create', '--scopes', 'orders:read')
    assert.deepEqual(
      [unnamed.code, unnamed.out, unnamed.err],
      [1, '', 'Say which store with --store; there are harbour-lights, two.\n'],
    )
    assert.equal((await shopwright('token', 'create', '--scopes', 'orders:read', '--store', 'two')).code, 0)
  })

  const mistakes: [args: string[], sentence: RegExp][] = [
    [['token', 'create', '--scopes', 'orders:fly'], /^There is no scope "orders:fly"\.\n$/],
    [['token', 'create', '--scopes', 'orders:read', '--store', 'three'], /^There is no store "three"; there are .*\.\n$/],
    [['store', 'create', '--name', 'X', '--label', 'Not A Label'], /^--label takes lower-case letters/],
    [['store', 'create', '--name', 'X', '--label', 'harbour-lights'], /^There is a store "harbour-lights" already\.\n$/],
    [['store', 'create', '--name', 'X', '--label', 'x', '--currency', 'XQQ'], /^--currency must be an ISO 4217 code/],
    [['store', 'create', '--name', 'X', '--label', 'x', '--timezone', 'Mars/Base'], /^--timezone must be an IANA name/],
    [['import', 'products', 'no-such-file.csv'], /^There is no file "no-such-file\.csv"\.\n$/],
  ]
  for (const [args, sentence] of mistakes)
    test(`explains a mistake in one sentence: ${args.join(' ')}`, async () => {
      const { code, out, err } = await shopwright(...args)
      assert.deepEqual([code, out], [1, ''])
      assert.match(err, sentence)
    })

  test('finds the tables up to date and the stock in order', async () => {
    assert.deepEqual(await shopwright('migrate'), { code: 0, out: 'The database is up to date.\n', err: '' })
    assert.deepEqual(await shopwright('doctor'), { code: 0, out: 'Everything agrees.\n', err: '' })
  })

  test('refuses a second server on the same data, and one on the same port', async () => {
    const second = await start('main.ts', [], settings).ended
    assert.equal(second.code, 1)
    assert.match(second.err, /^Another Shopwright is running on .*\n$/)
    const samePort = await start('main.ts', [], { ...settings, DATA_DIR: join(folder, 'other') }).ended
    assert.deepEqual(
      [samePort.code, samePort.err],
      [1, `Port ${settings.PORT} is in use by another program: stop it, or choose another with PORT.\n`],
    )
  })

  test('ends in order when asked, and goes on with the same store', async () => {
    server.child.kill('SIGTERM')
    assert.equal((await server.ended).code, 0)
    server = start('main.ts', [], settings)
    const again = await welcomeOf(server)
    assert.doesNotMatch(again, /sat_/)
    assert.match(again, /npx shopwright token create/)
  })
})

describe('A start that cannot succeed', () => {
  const settings: [Record<string, string>, RegExp][] = [
    [{ PORT: 'abc' }, /^PORT must be a whole number from 0 to 65535, not "abc"\.\n$/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of .*, not "loud"\.\n$/],
    [{ DATABASE_URL: 'nonsense' }, /^DATABASE_URL must look like postgres:\/\/.*\n$/],
    [
      { DATABASE_URL: 'postgres://user:pa55word@127.0.0.1:1/shop' },
      /^The database of DATABASE_URL \(127\.0\.0\.1:1\/shop\) cannot be used: .*\n$/,
    ],
  ]
  for (const [wrong, sentence] of settings)
    test(`says why in one sentence: ${JSON.stringify(wrong)}`, async () => {
      const { code, out, err } = await start('main.ts', [], { PORT: '0', ...wrong }).ended
      assert.deepEqual([code, out], [1, ''])
      assert.match(err, sentence)
      assert.doesNotMatch(err, /pa55word/)
    })
})
