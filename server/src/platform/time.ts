import { invalidField } from './errors.ts'

const INSTANT = /^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i

/** Whether a text reads as an instant: ISO 8601, unpadded parts and a space for the `T` allowed, a date alone is not. */
export function isInstant(text: string): boolean {
  return toInstant(text, 'UTC') !== null
}

/** Reads an instant; without an offset it is wall time in `zone`, skipped hours move forward and doubled ones are the earlier. */
export function toInstant(text: string, zone: string): Date | null {
  const found = INSTANT.exec(text.trim())
  // There is no year 0 in a database.
  if (!found || found[1] === '0000') return null
  const [, year, month, day, hour, minute, second = '0', fraction = '', offset] = found
  const pad = (part: string | undefined) => String(part).padStart(2, '0')
  const wall = `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}.${fraction.padEnd(3, '0')}`
  try {
    const plain = Temporal.PlainDateTime.from(wall)
    const at = offset ? `${offset}` : null
    const instant = at ? Temporal.Instant.from(`${plain.toString()}${normalOffset(at)}`) : plain.toZonedDateTime(zone).toInstant()
    return new Date(instant.epochMilliseconds)
  } catch {
    return null
  }
}

function normalOffset(offset: string): string {
  return offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
}

/** The same, refusing on `field` what does not read as an instant. */
export function instantAt(field: string, text: string, zone: string): Date {
  const instant = toInstant(text, zone)
  if (!instant) throw invalidField(field, 'format', 'Must be a date and time, such as 2025-06-29T03:28:59Z.')
  return instant
}

/** The first moment of a day of the store's calendar. */
export function startOfDay(day: string, zone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)
}

export function startOfNextDay(day: string, zone: string): Date {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), zone)
}

/** The day that an instant falls on in a time zone, YYYY-MM-DD. */
export function dayOf(at: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()
}

export function isDay(text: string): boolean {
  try {
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && Temporal.PlainDate.from(text, { overflow: 'reject' }) !== undefined
  } catch {
    return false
  }
}

/** The wire form of an instant in a time zone: fraction only when there is one, `Z` at offset zero. */
export function isoText(at: Date, zone: string): string {
  const text = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toString({ timeZoneName: 'never' })
  return text.replace(/\+00:00$/, 'Z')
}
