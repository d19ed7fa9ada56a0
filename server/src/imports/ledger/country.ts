import countries from 'i18n-iso-countries'

const OTHER_NAMES = new Map([
  ['eire', 'IE'],
  ['rsa', 'ZA'],
  ['usa', 'US'],
  ['uk', 'GB'],
  ['channel islands', ''],
  ['european community', ''],
  ['unspecified', ''],
])

/** The ISO code of a country by its name in English or by its code; empty for what is no country. */
export function countryCode(name: string): string {
  const known = OTHER_NAMES.get(name.toLowerCase())
  if (known !== undefined) return known
  if (/^[A-Za-z]{2}$/.test(name) && countries.isValid(name.toUpperCase())) return name.toUpperCase()
  return countries.getAlpha2Code(name, 'en') ?? ''
}
