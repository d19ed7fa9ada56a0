import type { Address, CustomerDraft } from '../areas/customers/index.ts'
import { FIRST_NAMES, LAST_NAMES, TOWNS, type Town } from './people.ts'
import type { Random } from './random.ts'
import { EUROPE } from './story.ts'

/** Somebody who buys, or may buy one day. */
export interface Buyer {
  email: string
  currency: 'USD' | 'EUR'
  draft: CustomerDraft
  address: Address
}

const TAGS = ['newsletter', 'neighbour', 'wholesale', 'book club', 'islands'] as const
const HOSTS = ['example.com', 'example.org', 'example.net']

/** Makes up that many people, no two with one e-mail address. */
export function inventBuyers(count: number, random: Random): Buyer[] {
  const towns = TOWNS.flatMap(town => Array<Town>(town.weight).fill(town))
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index) => inventBuyer(random.pick(towns), index, taken, random))
}

function inventBuyer(town: Town, index: number, taken: Set<string>, random: Random): Buyer {
  const language = town.language as keyof typeof FIRST_NAMES
  const first_name = random.pick<string>(FIRST_NAMES[language])
  const last_name = random.pick<string>(LAST_NAMES[language])
  const email = unusedEmail(first_name, last_name, taken, random)
  const address = inventAddress(town, { first_name, last_name }, index, random)
  const tags = random.fraction() < 0.3 ? random.some(TAGS, random.whole(1, 2)) : []
  const values: Record<string, unknown> = {
    first_name,
    last_name,
    language: town.language,
    accepts_marketing: random.fraction() < 0.4,
    tags,
    ...(address.phone_number ? { phone_number: address.phone_number } : {}),
  }
  return {
    email,
    currency: EUROPE.includes(town.country) ? 'EUR' : 'USD',
    draft: { id: null, email, values, addresses: [address], becomes_customer: false },
    address,
  }
}

function unusedEmail(first: string, last: string, taken: Set<string>, random: Random): string {
  const host = random.pick(HOSTS)
  const name = `${plain(first)}.${plain(last)}`
  for (let number = 1; ; number++) {
    const email = `${name}${number === 1 ? '' : number}@${host}`
    if (taken.has(email)) continue
    taken.add(email)
    return email
  }
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')

function inventAddress(town: Town, name: { first_name: string; last_name: string }, index: number, random: Random): Address {
  const number = random.whole(1, 180)
  const street = random.pick(town.streets)
  const numberFirst = ['US', 'CA', 'GB', 'IE', 'FR'].includes(town.country)
  return {
    ...name,
    line1: numberFirst ? `${number} ${street}` : `${street} ${number}`,
    line2: town.country === 'US' && random.fraction() < 0.2 ? `Apt. ${random.whole(1, 40)}` : '',
    line3: '',
    line4: town.line4,
    state: town.state,
    postcode: town.postcode,
    country: town.country,
    phone_number: town.dial ? `${town.dial}${100 + (index % 100)}` : '',
    notes: random.fraction() < 0.08 ? 'Please ring twice.' : '',
  }
}
