import { type Build, operations } from '@guidebook/contracts'
import { findReleases } from '../admin/find.ts'
import { option, wholeNumber } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { fields, moment, strong, table } from '../output/layout.ts'
import { devices, disable, enable, extend, freeDevice, lock, unlock } from './release-changes.ts'
import { list, search } from './release-list.ts'
import { findLiveRelease, releaseArguments } from './release-names.ts'
import { showRelease } from './show-release.ts'

const show = reading({
  summary: 'Show a release of any account: its record, owner, build and latest audit entries',
  args: { ...releaseArguments, audit: option('count', 'Number of audit entries (default: 20)') },
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
  args: releaseArguments,
  examples: [
    'guidebook release build https://guidebook.example/t/7Hq2mW9sXbKfTz4dPv3R',
    'guidebook release build 20240001 --account ABC --dry-run',
  ],
  async plan(values, session) {
    const { record, params, build: before } = await findLiveRelease(session, values)
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

export const release = group(
  'Releases of all accounts: show, list, search, extend, enable, disable, lock, unlock, devices, free-device, build',
  {
    ...{ show, list, search, extend, enable, disable, lock, unlock, devices },
    'free-device': freeDevice,
    // People type both.
    ...{ build, rebuild: build },
  },
)
