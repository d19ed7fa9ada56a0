import { type FieldProblem, problem } from '../../../platform/errors.ts'
import { fraction } from '../../../platform/money.ts'

/** What the value of one metadata key must look like. */
export interface Definition {
  object: string
  key: string
  type: string
  validations: readonly { type: string; value: string }[]
}

const BYTES_MAX = 32_768
const DEPTH_MAX = 10
const IMAGE = /\.(jpe?g|png|gif|webp|svg|avif)$/i

/** What is wrong with the metadata of an object: its size, its depth, and every key that has a definition. */
export function metadataProblems(
  value: unknown,
  object: string,
  field: string,
  definitions: readonly Definition[],
): FieldProblem[] {
  if (value === null || value === undefined) return []
  if (!isShallow(value, DEPTH_MAX)) return [problem(field, 'invalid', `May be nested at most ${DEPTH_MAX} levels deep.`)]
  if (Buffer.byteLength(JSON.stringify(value)) > BYTES_MAX)
    return [problem(field, 'max_length', `Must be at most ${BYTES_MAX} bytes of JSON.`)]
  if (typeof value !== 'object' || Array.isArray(value)) return []
  const given = value as Record<string, unknown>
  return definitions
    .filter(definition => definition.object === object && given[definition.key] !== undefined && given[definition.key] !== null)
    .flatMap(definition => {
      const message = flawOf(given[definition.key], definition)
      return message ? [problem(`${field}.${definition.key}`, 'invalid', message)] : []
    })
}

function isShallow(value: unknown, left: number): boolean {
  if (value === null || typeof value !== 'object') return true
  return left > 0 && Object.values(value).every(inner => isShallow(inner, left - 1))
}

function flawOf(value: unknown, { type, validations }: Definition): string | undefined {
  switch (type) {
    case 'text':
      return typeof value !== 'string' || /[\r\n]/.test(value) ? 'Must be one line of text.' : tooLong(value, validations)
    case 'multi_text':
    case 'rich_text':
      return typeof value !== 'string' ? 'Must be text.' : tooLong(value, validations)
    case 'integer':
      return Number.isSafeInteger(value) ? outOfRange(String(value), validations) : 'Must be an integer.'
    case 'decimal': {
      const text = String(value)
      const isDecimal = (typeof value === 'number' || typeof value === 'string') && /^-?\d+(\.\d+)?$/.test(text)
      return isDecimal ? (outOfRange(text, validations) ?? tooPrecise(text, validations)) : 'Must be a decimal number.'
    }
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'Must be true or false.'
    case 'file':
      if (typeof value !== 'string' || !URL.canParse(value)) return 'Must be a URL.'
      return limit(validations, 'accept_only_image') && !IMAGE.test(new URL(value).pathname)
        ? 'Must be the URL of an image.'
        : undefined
    default:
      return undefined
  }
}

const limit = (validations: Definition['validations'], type: string): string | undefined =>
  validations.find(validation => validation.type === type)?.value

function tooLong(text: string, validations: Definition['validations']): string | undefined {
  const max = limit(validations, 'maximum_length')
  return max !== undefined && text.length > Number(max) ? `Must have at most ${max} characters.` : undefined
}

function outOfRange(text: string, validations: Definition['validations']): string | undefined {
  const min = limit(validations, 'minimum_value')
  const max = limit(validations, 'maximum_value')
  if (min !== undefined && isLess(text, min)) return `Must be at least ${min}.`
  if (max !== undefined && isLess(max, text)) return `Must be at most ${max}.`
  return undefined
}

function isLess(a: string, b: string): boolean {
  const [left, right] = [fraction(a), fraction(b)]
  return left.numerator * right.denominator < right.numerator * left.denominator
}

function tooPrecise(text: string, validations: Definition['validations']): string | undefined {
  const max = limit(validations, 'maximum_precision')
  return max !== undefined && (text.split('.')[1]?.length ?? 0) > Number(max) ? `Must have at most ${max} decimals.` : undefined
}
