import { type FoundRelease, operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { given } from '../arguments.ts'
import { group, reading } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { table } from '../output/layout.ts'
import { showRelease } from './show-release.ts'

/** A Trip Link as it was copied from a mail or a browser, its page or one of its files. */
const linkOf = (name: string): string => /\/t\/([^/?#\s]+)/.exec(name)?.[1] ?? name.trim()

const show = reading({
  summary: 'Show a release of any account: its record, owner, build and latest audit entries',
  args: {
    release: { type: 'positional', required: true, description: 'Trip Link, its slug, a download code, or the number' },
    account: { type: 'string', valueHint: 'account', description: 'Only of this operator or seller, by id or OID' },
    audit: { type: 'string', valueHint: 'count', description: 'How many audit entries (default: 20)' },
  },
  examples: [
    'guidebook release show https://guidebook.example/t/7Hq2mW9sXbKfTz4dPv3R',
    'guidebook release show 20240001 --account ABC',
  ],
  async read(values, { admin }) {
    const name = linkOf(values.release)
    const account = values.account === undefined ? undefined : (await findAccount(admin(), values.account)).id
    const audit = values.audit === undefined ? undefined : countOf(values.audit)
    const { body } = await admin().read(operations.findReleases, { query: { name, ...given({ account, audit }) } })
    const [first, ...others] = body.releases
    if (first === undefined) {
      throw new Failure(`no release has the link, code or number ${name}`, {
        code: 'release-not-found',
        exitCode: exitCodes.notFound,
        hint: 'A release that was revoked is found by its link or number: its codes are free again.',
      })
    }
    return others.length === 0
      ? { json: body, text: (paint) => showRelease(first, paint) }
      : {
          json: body,
          text: (paint) =>
            table(['LINK', 'CODE', 'SELLER CODE', 'NUMBER', 'OPERATOR', 'TITLE'], body.releases.map(asRow), paint),
          notes: ['More than one has this name: ask for one by its link, or add --account.'],
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

function countOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new Failure('a value is not right', {
    code: 'invalid-field',
    exitCode: exitCodes.usage,
    details: [{ pointer: '--audit', message: 'must be a whole number' }],
  })
}

export const release = group('Releases of all accounts: show', { show })
