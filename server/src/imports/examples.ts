import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '../../test/harness.ts'
import { chooseStore } from '../commands/choose-store.ts'
import type { ImportAsk } from './ask.ts'

/** Imports a file of this text into the store of the tests. */
export function importAs<Account>(api: Api, work: (asked: ImportAsk) => Promise<Account>, folder: string) {
  return async (text: string | Buffer, rest: Partial<ImportAsk> = {}) => {
    const file = join(folder, 'file.csv')
    writeFileSync(file, text)
    const printed: string[] = []
    const account = await work({
      configuration: { public_url: api.url },
      database: api.database,
      store: await chooseStore(api.database.pool, undefined),
      file,
      list: join(folder, 'list.csv'),
      print: line => printed.push(line),
      ...rest,
    })
    return { account, printed }
  }
}
