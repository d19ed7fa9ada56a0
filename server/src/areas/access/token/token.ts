import { createHash, randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 43

/** A new secret of 256 bits: `sat_` and 43 letters and digits. */
export function newToken(prefix = 'sat_'): string {
  let text = ''
  // Bytes of 248 and more would make the first letters of the alphabet likelier than the others.
  while (text.length < LENGTH)
    for (const byte of randomBytes(64)) if (byte < 248 && text.length < LENGTH) text += ALPHABET[byte % 62]
  return prefix + text
}

/** What the database keeps of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
