import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import { type CountryCode, isValidPhoneNumber, parsePhoneNumberWithError } from 'libphonenumber-js'
import { type FieldProblem, problem } from '../../../platform/errors.ts'

export interface Address {
  first_name: string
  last_name: string
  line1: string
  line2: string
  line3: string
  line4: string
  state: string
  postcode: string
  country: string
  phone_number: string
  notes: string
}

export const ADDRESS_KEYS = [
  'first_name',
  'last_name',
  'line1',
  'line2',
  'line3',
  'line4',
  'state',
  'postcode',
  'country',
  'phone_number',
  'notes',
] as const

/** The number in E.164; a local one is read in the country. Null when it is no phone number. */
export function phoneNumber(text: string, country: string | null): string | null {
  try {
    const region = country && isCountry(country) ? (country as CountryCode) : undefined
    if (!isValidPhoneNumber(text, region)) return null
    return parsePhoneNumberWithError(text, region).number
  } catch {
    return null
  }
}

const COUNTRIES: ReadonlySet<string> = new Set(codes.map(([alpha2]) => alpha2!))

export const isCountry = (code: string): boolean => COUNTRIES.has(code)

/** The address in the form in which it is stored, with every key; problems are named below `field`. */
export function readAddress(input: object, field: string, problems: FieldProblem[]): Address {
  const given = input as Partial<Record<keyof Address, string | null>>
  const address = {} as Address
  for (const key of ADDRESS_KEYS) address[key] = given[key]?.trim() ?? ''
  address.country = address.country.toUpperCase()
  for (const key of ['first_name', 'last_name', 'line1', 'line4', 'country'] as const)
    if (address[key] === '') problems.push(problem(`${field}.${key}`, 'blank', 'Must not be blank.'))
  if (address.country !== '' && !isCountry(address.country))
    problems.push(problem(`${field}.country`, 'invalid_choice', 'Must be a two-letter country code (ISO 3166-1).'))
  else if (address.phone_number !== '') {
    const phone = phoneNumber(address.phone_number, address.country)
    if (phone === null)
      problems.push(problem(`${field}.phone_number`, 'invalid', 'Is not a phone number of the country of the address.'))
    else address.phone_number = phone
  }
  return address
}
