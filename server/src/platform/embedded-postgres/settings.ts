export interface Wishes {
  port: number
  durable: boolean
  connections_max: number
}

/** Arguments rather than a file: an update of ours reaches clusters that exist already. */
export function settings(wishes: Wishes): string[] {
  const all = { ...small, ...(wishes.durable ? durable : fleeting), port: wishes.port, max_connections: wishes.connections_max }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** One machine that it shares with us: only local connections, plain statements, solid-state disks. */
const small = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  work_mem: '8MB',
  effective_io_concurrency: 32,
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Statements hold what customers wrote, and a refused row is part of everyday life.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** The write-ahead log stays complete enough for a backup of the running server. */
const durable = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
}

/** For tests, whose rows need not survive a power cut. They survive a crash of the process. */
const fleeting = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: 0,
}
