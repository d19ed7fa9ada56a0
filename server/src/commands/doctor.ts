import { Command } from 'commander'
import { examine } from '../doctor.ts'
import { print, withDatabase } from './tools.ts'

export const doctor = new Command('doctor')
  .description('Compare stock and orders with the facts they follow from. Exits with 1 when something is wrong.')
  .option('--repair', 'set the stock counters right')
  .action(async ({ repair = false }: { repair?: boolean }) => {
    const { findings, repaired } = await withDatabase(({ database }) => examine({ database, repair }))
    for (const { store_id, subject, invariant, stored, expected } of findings)
      print(`store ${store_id}, ${subject}: ${invariant}; stored ${stored}, expected ${expected}`)
    if (findings.length === 0) print('Everything agrees.')
    if (repaired > 0) print(`Repaired ${repaired} stock records.`)
    const remaining = repair ? findings.filter(({ invariant }) => !invariant.startsWith('stock')) : findings
    if (remaining.length > 0) process.exitCode = 1
  })
