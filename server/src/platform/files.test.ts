import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { startApi } from '../../test/harness.ts'
import { createFileStore } from './files.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'shopwright-files-'))
after(() => rmSync(data_dir, { recursive: true, force: true }))

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

describe('Serving files', () => {
  const api = startApi({ settings: { DATA_DIR: data_dir } })
  const files = createFileStore({ data_dir, files_url: null })
  const bytes = new TextEncoder().encode('a picture')

  before(async () => {
    await files.put('products/lamp.png', bytes, 'image/png')
    await files.put('pages/evil.html', bytes, 'text/html')
    writeFileSync(join(data_dir, 'secret.txt'), 'secret')
    writeFileSync(join(data_dir, 'files', '.hidden'), 'secret')
    mkdirSync(join(data_dir, 'files-of-another'))
    writeFileSync(join(data_dir, 'files-of-another', 'b.txt'), 'secret')
  })

  // By hand, because a URL would be tidied up before it is sent.
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const { hostname, port } = new URL(api.url)
      request({ hostname, port, path, method, headers }, async answer =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: await text(answer) }),
      )
        .on('error', reject)
        .end()
    })

  test('sends the bytes with their type, for ever, so that a browser runs nothing of them', async () => {
    const { status, headers, body } = await get('/files/products/lamp.png')
    assert.deepEqual([status, body], [200, 'a picture'])
    assert.deepEqual([headers['content-type'], headers['content-length']], ['image/png', '9'])
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
    const html = await get('/files/pages/evil.html')
    assert.equal(html.headers['content-security-policy'], "default-src 'none'; sandbox")
  })

  test('answers HEAD like GET, without the bytes', async () => {
    const { status, headers, body } = await get('/files/products/lamp.png?v=1', {}, 'HEAD')
    assert.deepEqual([status, body, headers['content-length'], headers['content-type']], [200, '', '9', 'image/png'])
  })

  test('sends nothing to who has it already', async () => {
    const { headers } = await get('/files/products/lamp.png')
    const etag = String(headers.etag)
    for (const tags of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await get('/files/products/lamp.png', { 'If-None-Match': tags })
      assert.deepEqual([again.status, again.body, again.headers.etag], [304, '', etag], tags)
    }
    assert.equal((await get('/files/products/lamp.png', { 'If-None-Match': '"other"' })).status, 200)
  })

  for (const path of [
    '/files/',
    '/files/products',
    '/files/products/',
    '/files/no-such.png',
    '/files/products/lamp.png/more',
    '/files/.hidden',
    '/files/../secret.txt',
    '/files/products/../../secret.txt',
    '/files/%2e%2e/secret.txt',
    '/files/%2E%2E%2Fsecret.txt',
    '/files/..%2fsecret.txt',
    '/files/..%5csecret.txt',
    '/files/../files-of-another/b.txt',
    '/files/%00',
    '/files/products/lamp.png%00',
    '/files//etc/passwd',
    '/files/%2fetc%2fpasswd',
    `/files/${'a'.repeat(300)}`,
    `/files/${'a/'.repeat(300)}a`,
  ])
    test(`knows no ${path.slice(0, 60)}`, async () => {
      const { status, headers, body } = await get(path)
      assert.deepEqual([status, JSON.parse(body).code], [404, 'not_found'])
      assert.equal(headers['cache-control'], 'no-store')
    })
})

describe('Keeping files', () => {
  for (const path of ['../a.txt', '/a.txt', 'a//b.txt', 'a/../../b.txt', '.hidden', '', 'a\0b', 'a b'])
    test(`refuses the path ${JSON.stringify(path)}`, () =>
      assert.rejects(createFileStore({ data_dir, files_url: null }).put(path, new Uint8Array(), 'text/plain'), /Not a path/))

  test('happens in the folder that FILES_URL names', async () => {
    const folder = join(data_dir, 'elsewhere')
    await createFileStore({ data_dir: '/nowhere', files_url: `file://${folder}` }).put('a.txt', new Uint8Array(3), 'text/plain')
    assert.equal((await createFileStore({ data_dir: '/nowhere', files_url: folder }).find('a.txt'))?.size, 3)
  })

  for (const [files_url, sentence] of [
    ['s3://bucket/folder', /names a bucket, which this version cannot use yet/],
    ['ftp://host/folder', /must name a folder/],
    ['folder', /must name a folder/],
  ] as const)
    test(`refuses ${files_url} in one sentence`, () => assert.throws(() => createFileStore({ data_dir, files_url }), sentence))
})
