import { type BodyOf, operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { accountArgument } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { showConfiguration } from './import-configuration.ts'
import { list, mail, release, rows } from './import-runs.ts'
import { guess, tryFile } from './import-try.ts'

const set = changing({
  summary: 'Configure the CSV import of an account from a JSON file',
  args: {
    account: accountArgument,
    file: { type: 'positional', required: true, description: 'The configuration as JSON; - reads standard input' },
  },
  examples: [
    'guidebook import set ABC import.json',
    'guidebook import show ABC --json | jq ".onExistingCode = \\"change\\"" | guidebook import set ABC -',
  ],
  async plan({ account, file }, { admin, readText }) {
    // The contract checks it and names all faults with their pointers.
    const body = parseJson(await readText(file), file) as BodyOf<typeof operations.setAccountImport>
    const { id, oid } = await findAccount(admin(), account)
    const change = request(operations.setAccountImport, { params: { account_id: id }, body })
    return {
      requests: [change],
      async execute() {
        const { body: stored } = await admin().send(change)
        return {
          json: stored,
          text: (paint) => showConfiguration(stored, paint),
          notes: [`Import mails of ${oid} are read with this configuration from now on.`],
        }
      },
    }
  },
})

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CommandError(`${file === '-' ? 'standard input' : file} is not JSON: ${(error as Error).message}`, {
      code: 'malformed-json',
      exitCode: exitCodes.usage,
    })
  }
}

const show = reading({
  summary: 'Show how the CSV import of an account is configured',
  args: { account: accountArgument },
  examples: ['guidebook import show ABC', 'guidebook import show ABC --json > import.json'],
  async read({ account }, { admin }) {
    const { id, oid } = await findAccount(admin(), account)
    try {
      const { body } = await admin().read(operations.readAccountImport, { params: { account_id: id } })
      return { json: body, text: (paint) => showConfiguration(body, paint) }
    } catch (error) {
      if (!(error instanceof CommandError) || error.exitCode !== exitCodes.notFound) throw error
      throw new CommandError(`${oid} has no import configuration`, {
        code: 'import-not-configured',
        exitCode: exitCodes.notFound,
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
