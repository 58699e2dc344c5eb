import { type Build, type FoundRelease, operations } from '@guidebook/contracts'
import { findRelease, findReleases } from '../admin/find-release.ts'
import { request } from '../admin/request.ts'
import { changing, group, reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { fields, moment, table } from '../output/layout.ts'
import { wholeNumber } from '../whole-number.ts'
import { showRelease } from './show-release.ts'

const nameArguments = {
  release: { type: 'positional', required: true, description: 'Trip Link, its slug, a download code, or the number' },
  account: {
    type: 'string',
    valueHint: 'account',
    description: 'Only releases of this operator or seller, by id or OID',
  },
} as const

const show = reading({
  summary: 'Show a release of any account: its record, owner, build and latest audit entries',
  args: {
    ...nameArguments,
    audit: { type: 'string', valueHint: 'count', description: 'Number of audit entries (default: 20)' },
  },
  examples: [
    'guidebook release show https://guidebook.example/t/7Hq2mW9sXbKfTz4dPv3R',
    'guidebook release show 20240001 --account ABC',
  ],
  async read(values, { admin }) {
    const audit = values.audit === undefined ? undefined : wholeNumber('--audit', values.audit)
    const releases = await findReleases(admin(), { ...values, audit })
    const [first, ...others] = releases
    return others.length === 0
      ? { json: { releases }, text: (paint) => showRelease(first, paint) }
      : {
          json: { releases },
          text: (paint) =>
            table(['LINK', 'CODE', 'SELLER CODE', 'NUMBER', 'OPERATOR', 'TITLE'], releases.map(asRow), paint),
          notes: ['Several releases match: use the link of one, or add --account.'],
        }
  },
})

const asRow = ({ record }: FoundRelease) => [
  record.link,
  record.downloadCode,
  record.sellerDownloadCode,
  record.id,
  `${record.provider.oid} ${record.provider.name}`,
  record.bundleName,
]

const build = changing({
  summary: 'Build the documents of a release again, also after a failed build',
  args: nameArguments,
  examples: [
    'guidebook release build https://guidebook.example/t/7Hq2mW9sXbKfTz4dPv3R',
    'guidebook release build 20240001 --account ABC --dry-run',
  ],
  async plan(values, { admin }) {
    const { record, revokedAt, build: before } = await findRelease(admin(), { ...values, audit: 0 })
    if (revokedAt !== null) {
      throw new CommandError(`the release was revoked ${moment(revokedAt)}`, {
        code: 'release-revoked',
        exitCode: exitCodes.refused,
        hint: 'A revoked release has no documents to build.',
      })
    }
    const params = { account: record.provider.id, release: record.link }
    const change = request(operations.buildRelease, { params })
    return {
      requests: [change],
      notes: [describeLastBuild(before)],
      async execute() {
        const { body } = await admin().send(change)
        return {
          json: body,
          text: (paint) =>
            fields(
              [
                ['Trip Link', { text: record.url, paint: paint.strong }],
                ['Title', record.bundleName],
                ['Build', body.generation],
                ['State', body.state],
                ['Requested', moment(body.requestedAt)],
              ],
              paint,
            ),
          notes: [`"guidebook release show ${record.link}" shows its progress.`],
        }
      },
    }
  },
})

/** The result of the newest build. */
function describeLastBuild({ generation, state, message, finishedAt }: Build): string {
  const ended = `Build ${generation} ${state} ${moment(finishedAt)}`
  if (state === 'failed') return `${ended}: ${message ?? 'the reason is unknown.'}`
  return state === 'completed' ? `${ended}.` : `Build ${generation} is ${state}; the new one replaces it.`
}

export const release = group('Releases of all accounts: show, build', { show, build })
