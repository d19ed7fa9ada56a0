import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Definition, metadataProblems } from './rules.ts'

const definition = (type: string, validations: Record<string, string> = {}): Definition => ({
  object: 'order',
  key: 'k',
  type,
  validations: Object.entries(validations).map(([type, value]) => ({ type, value })),
})

describe('Metadata of a defined key', () => {
  const rows: [type: string, value: unknown, accepted: boolean, validations?: Record<string, string>][] = [
    ['text', 'one line', true],
    ['text', 'two\nlines', false],
    ['text', 7, false],
    ['text', 'four', false, { maximum_length: '3' }],
    ['multi_text', 'two\nlines', true],
    ['rich_text', '<b>bold</b>', true],
    ['rich_text', ['no text'], false],
    ['integer', 7, true],
    ['integer', 7.5, false],
    ['integer', '7', false],
    ['integer', 3, false, { minimum_value: '4' }],
    ['integer', 5, false, { maximum_value: '4' }],
    ['decimal', '7.25', true],
    ['decimal', 7.25, true],
    ['decimal', '1e3', false],
    ['decimal', '7.255', false, { maximum_precision: '2' }],
    ['decimal', '0.3', true, { minimum_value: '0.30' }],
    ['boolean', true, true],
    ['boolean', 'true', false],
    ['file', 'https://example.com/a.pdf', true],
    ['file', 'a.pdf', false],
    ['file', 'https://example.com/a.pdf', false, { accept_only_image: 'true' }],
    ['file', 'https://example.com/a.PNG?x=1', true, { accept_only_image: 'true' }],
  ]
  for (const [type, value, accepted, validations] of rows)
    test(`${accepted ? 'takes' : 'refuses'} ${JSON.stringify(value)} as ${type} ${JSON.stringify(validations ?? {})}`, () => {
      const problems = metadataProblems({ k: value }, 'order', 'metadata', [definition(type, validations)])
      assert.deepEqual(
        problems.map(({ field }) => field),
        accepted ? [] : ['metadata.k'],
      )
    })

  test('is free where the definition is of another object, the value is null or no object holds it', () => {
    for (const value of [{ k: null }, {}, ['k'], 'k', 7, null])
      assert.deepEqual(metadataProblems(value, 'order', 'metadata', [definition('integer')]), [])
    assert.deepEqual(metadataProblems({ k: 'x' }, 'line', 'metadata', [definition('integer')]), [])
  })
})

describe('Metadata of any kind', () => {
  test('is at most ten levels deep', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    assert.deepEqual(metadataProblems(nested(10), 'order', 'metadata', []), [])
    assert.equal(metadataProblems(nested(11), 'order', 'metadata', []).length, 1)
  })

  test('is at most 32 KiB of JSON', () => {
    assert.deepEqual(metadataProblems('x'.repeat(32_766), 'order', 'metadata', []), [])
    assert.equal(metadataProblems('ä'.repeat(16_384), 'order', 'metadata', []).length, 1)
  })
})
