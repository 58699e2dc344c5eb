import { type Build, operations } from '@guidebook/contracts'
import { findRelease, findReleases } from '../admin/find.ts'
import { option, positional, wholeNumber } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { fields, moment, strong, table } from '../output/layout.ts'
import { showRelease } from './show-release.ts'

const nameArguments = {
  release: positional('Trip Link, its slug, a download code, or the number'),
  account: option('account', 'Only releases of this operator or seller, by id or OID'),
} as const

const show = reading({
  summary: 'Show a release of any account: its record, owner, build and latest audit entries',
  args: { ...nameArguments, audit: option('count', 'Number of audit entries (default: 20)') },
  examples: [
    'guidebook release show https://guidebook.example/t/7Hq2mW9sXbKfTz4dPv3R',
    'guidebook release show 20240001 --account ABC',
  ],
  async read(values, session) {
    const audit = values.audit === undefined ? undefined : wholeNumber('--audit', values.audit)
    const releases = await findReleases(session, { ...values, audit })
    if (releases.length === 1) return { json: { releases }, show: showRelease(releases[0]) }
    return {
      json: { releases },
      show: table(
        ['LINK', 'CODE', 'SELLER CODE', 'NUMBER', 'OPERATOR', 'TITLE'],
        releases.map(({ record: { link, downloadCode, sellerDownloadCode, id, provider, bundleName } }) => [
          link,
          downloadCode,
          sellerDownloadCode,
          id,
          `${provider.oid} ${provider.name}`,
          bundleName,
        ]),
      ),
      notes: ['Several releases match: use the link of one, or add --account.'],
    }
  },
})

const build = changing({
  summary: 'Build the documents of a release again, also after a failed build',
  args: nameArguments,
  examples: [
    'guidebook release build https://guidebook.example/t/7Hq2mW9sXbKfTz4dPv3R',
    'guidebook release build 20240001 --account ABC --dry-run',
  ],
  async plan(values, session) {
    const { record, revokedAt, build: before } = await findRelease(session, { ...values, audit: 0 })
    if (revokedAt !== null) {
      throw new CommandError('refused', 'release-revoked', `the release was revoked ${moment(revokedAt)}`, {
        hint: 'A revoked release has no documents to build.',
      })
    }
    const params = { account: record.provider.id, release: record.link }
    return {
      ...session.change(operations.buildRelease, { params }, ({ generation, state, requestedAt }) => ({
        show: fields({
          'Trip Link': strong(record.url),
          Title: record.bundleName,
          Build: generation,
          State: state,
          Requested: moment(requestedAt),
        }),
        notes: [`"guidebook release show ${record.link}" shows its progress.`],
      })),
      notes: [describeLastBuild(before)],
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
