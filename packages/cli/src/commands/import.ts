import { type BodyOf, type ImportConfiguration, operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { accountArgument } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { fields, moment, section, table } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

function showConfiguration(configuration: ImportConfiguration, paint: Paint): string {
  const { senders, columns, hotelColumns = [], period, format = {}, onExistingCode } = configuration
  const nightsOf = (nights: NonNullable<ImportConfiguration['hotelColumns']>[number]['nights']) =>
    nights === undefined || nights === 'stay' ? 'the whole stay' : `days ${nights.from} to ${nights.to}`
  const rules = fields(
    [
      ['Senders', senders.join(', ')],
      [
        'Period',
        `from ${period.daysBeforeArrival} days before arrival to ${period.daysAfterDeparture} days after departure`,
      ],
      ['A code that exists', onExistingCode === 'change' ? 'changes its release' : 'is reported'],
      ['Delimiter', format.delimiter === '\t' ? 'tab' : (format.delimiter ?? 'detected')],
      ['Encoding', format.encoding ?? 'detected'],
      ['Dates', format.dateFormat ?? 'detected'],
    ],
    paint,
  )
  const taken = table(['FIELD', 'COLUMN'], Object.entries(columns), paint)
  const hotels = table(
    ['HOTEL COLUMN', 'LIBRARY', 'NIGHTS'],
    hotelColumns.map(({ header, library, nights }) => [header, library, nightsOf(nights)]),
    paint,
  )
  return [rules, taken, ...(hotelColumns.length > 0 ? [hotels] : [])].join('\n\n')
}

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
    // The contract is what checks it: all faults of the file are named, with their pointers.
    const body = parseJson(await readText(file), file) as BodyOf<typeof operations.setAccountImport>
    const { id, oid } = await findAccount(admin(), account)
    const change = request(operations.setAccountImport, { params: { account_id: id }, body })
    return {
      requests: [change],
      async carryOut() {
        const { body: stored } = await admin().send(change)
        return {
          json: stored,
          text: (paint) => showConfiguration(stored, paint),
          notes: [`Mails to the import mailbox are read so for ${oid} from now on.`],
        }
      },
    }
  },
})

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Failure(`${file === '-' ? 'standard input' : file} is not JSON: ${(error as Error).message}`, {
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
      if (!(error instanceof Failure) || error.exitCode !== exitCodes.notFound) throw error
      throw new Failure(`${oid} has no import configuration`, {
        code: 'import-not-configured',
        exitCode: exitCodes.notFound,
        hint: `"guidebook import set ${oid} FILE" gives it one.`,
      })
    }
  },
})

const release = changing({
  summary: 'Let an import out of quarantine',
  args: { run: { type: 'positional', required: true, description: 'Id of the run' } },
  examples: ['guidebook import release 0199…'],
  async plan({ run }, { admin }) {
    const change = request(operations.releaseImport, { params: { run } })
    return {
      requests: [change],
      async carryOut() {
        const { body } = await admin().send(change)
        const { id, state, sender, subject, fileName, receivedAt } = body
        return {
          json: body,
          text: (paint) =>
            section(
              'Import',
              fields(
                [
                  ['Id', id],
                  ['State', state],
                  ['Sender', sender],
                  ['Subject', subject],
                  ['File', fileName],
                  ['Received', moment(receivedAt)],
                ],
                paint,
              ),
              paint,
            ),
        }
      },
    }
  },
})

export const imports = group('CSV imports: set, show, release', { set, show, release })
