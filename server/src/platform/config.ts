import { resolve } from 'node:path'

export interface Configuration {
  port: number
  host: string
  database_url: string | null
  database_read_url: string | null
  data_dir: string
  /** Null keeps files in the data folder. */
  files_url: string | null
  public_url: string
  cors_origins: readonly string[]
  rate_limit_per_second: number
  page_size: number
  log_level: string
  worker: boolean
  production: boolean
  /** What production must not be served with, one sentence for each. */
  unsafe: readonly string[]
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The settings of this process, from its environment; a value that makes no sense stops the start with a sentence. */
export function readConfiguration(environment: NodeJS.ProcessEnv = process.env): Configuration {
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined
  const whole = (name: string, fallback: number, smallest: number, largest: number): number => {
    const given = text(name)
    const value = given === undefined ? fallback : Number(given)
    if (!Number.isInteger(value) || value < smallest || value > largest)
      throw new Error(`${name} must be a whole number from ${smallest} to ${largest}, not "${given}".`)
    return value
  }
  const port = whole('PORT', 8000, 0, 65535)
  const worker = text('WORKER') ?? 'on'
  if (worker !== 'on' && worker !== 'off') throw new Error(`WORKER must be "on" or "off", not "${worker}".`)
  const production = environment.NODE_ENV === 'production'
  const cors_origins = (text('CORS_ORIGINS') ?? '').split(/[\s,]+/).filter(Boolean)
  const public_url = (text('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, '')
  if (!URL.canParse(public_url)) throw new Error(`PUBLIC_URL must be an absolute URL, not "${public_url}".`)

  return {
    port,
    host: text('HOST') ?? '127.0.0.1',
    database_url: text('DATABASE_URL') ?? null,
    database_read_url: text('DATABASE_READ_URL') ?? null,
    data_dir: resolve(text('DATA_DIR') ?? 'data'),
    files_url: text('FILES_URL') ?? null,
    public_url,
    cors_origins,
    rate_limit_per_second: whole('RATE_LIMIT_PER_SECOND', 100, 0, 1_000_000),
    page_size: whole('PAGE_SIZE', 50, 1, 200),
    log_level: text('LOG_LEVEL') ?? 'info',
    worker: worker === 'on',
    production,
    unsafe: production ? unsafeSettings(text('PUBLIC_URL'), cors_origins) : [],
  }
}

function unsafeSettings(public_url: string | undefined, cors_origins: readonly string[]): string[] {
  const found: string[] = []
  if (!public_url) found.push('Set PUBLIC_URL in production: links in answers are made with it.')
  else if (isOpenToReaders(new URL(public_url)))
    found.push(`PUBLIC_URL must begin with https:// in production, not "${public_url}": tokens would travel in the clear.`)
  if (cors_origins.includes('*'))
    found.push('CORS_ORIGINS must name its origins in production; "*" lets every page call the API.')
  return found
}

const isOpenToReaders = ({ protocol, hostname }: URL) => protocol !== 'https:' && !LOOPBACK.test(hostname)
