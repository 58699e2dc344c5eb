import { type BodyOf, operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import { accountArgument, positional } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { CommandError, isNotFound } from '../command-error.ts'
import { showConfiguration } from './import-configuration.ts'
import { list, mail, release, rows } from './import-runs.ts'
import { guess, tryFile } from './import-try.ts'

const set = changing({
  summary: 'Configure the CSV import of an account from a JSON file',
  args: { account: accountArgument, file: positional('The configuration as JSON; - reads standard input') },
  examples: [
    'guidebook import set ABC import.json',
    'guidebook import show ABC --json | jq ".onExistingCode = \\"change\\"" | guidebook import set ABC -',
  ],
  async plan({ account, file }, session) {
    // The contract checks it and names all faults with their pointers.
    const body = parseJson(await session.readBytes(file), file) as BodyOf<typeof operations.setAccountImport>
    const { id, oid } = await findAccount(session, account)
    return session.change(operations.setAccountImport, { params: { account_id: id }, body }, (stored) => ({
      show: showConfiguration(stored),
      notes: [`Import mails of ${oid} are read with this configuration from now on.`],
    }))
  },
})

function parseJson(bytes: Buffer, file: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    const name = file === '-' ? 'standard input' : file
    throw new CommandError('usage', 'malformed-json', `${name} is not JSON: ${(error as Error).message}`)
  }
}

const show = reading({
  summary: 'Show how the CSV import of an account is configured',
  args: { account: accountArgument },
  examples: ['guidebook import show ABC', 'guidebook import show ABC --json > import.json'],
  async read({ account }, session) {
    const { id, oid } = await findAccount(session, account)
    try {
      const configuration = await session.read(operations.readAccountImport, { params: { account_id: id } })
      return { json: configuration, show: showConfiguration(configuration) }
    } catch (error) {
      if (!isNotFound(error)) throw error
      throw new CommandError('notFound', 'import-not-configured', `${oid} has no import configuration`, {
        hint: `Set one with "guidebook import set ${oid} FILE".`,
      })
    }
  },
})

export const imports = group('CSV imports: configuration, trials, runs, quarantine', {
  set,
  show,
  guess,
  try: tryFile,
  list,
  rows,
  mail,
  release,
})
