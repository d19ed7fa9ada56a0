import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfiguration } from './config.ts'

const PRODUCTION = { NODE_ENV: 'production' }

describe('Settings that are unsafe in production', () => {
  for (const [name, settings, sentence] of [
    ['no public address', {}, /^Set PUBLIC_URL/],
    ['a public address without encryption', { PUBLIC_URL: 'http://shop.example.com' }, /^PUBLIC_URL must begin with https:/],
    ['a name that only begins like the own machine', { PUBLIC_URL: 'http://localhost.example.com' }, /^PUBLIC_URL must begin/],
    ['every page', { PUBLIC_URL: 'https://shop.example.com', CORS_ORIGINS: 'https://a.example.com *' }, /^CORS_ORIGINS must/],
  ] as const) {
    test(`name ${name}`, () => {
      const { unsafe } = readConfiguration({ ...PRODUCTION, ...settings })
      assert.equal(unsafe.length, 1)
      assert.match(unsafe[0]!, sentence)
    })
    test(`may be ${name} elsewhere`, () => assert.deepEqual(readConfiguration({ ...settings }).unsafe, []))
  }

  for (const public_url of ['https://shop.example.com', 'http://localhost:8000', 'http://127.0.0.1', 'http://[::1]:8000'])
    test(`are not ${public_url}`, () => {
      assert.deepEqual(
        readConfiguration({ ...PRODUCTION, PUBLIC_URL: public_url, CORS_ORIGINS: 'https://a.example.com' }).unsafe,
        [],
      )
    })
})
