import { type FoundRelease, operations } from '@guidebook/contracts'
import { definedFields } from '../arguments.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Admin } from './admin.ts'
import { findAccount } from './find-account.ts'

export interface ReleaseSearch {
  /** Trip Link, its slug, a download code, or the number. */
  release: string
  /** Only releases of this operator or seller: an id or an OID. */
  account: string | undefined
  /** Number of audit entries of each release; absent: the default of the admin listener. */
  audit?: number | undefined
}

/** The slug of a Trip Link that was copied from a mail or a browser: of its page or one of its files. */
const linkOf = (name: string): string => /\/t\/([^/?#\s]+)/.exec(name)?.[1] ?? name.trim()

/** All releases with this name, newest first. Throws a `CommandError` when there is none. */
export async function findReleases(
  admin: Admin,
  { release, account, audit }: ReleaseSearch,
): Promise<[FoundRelease, ...FoundRelease[]]> {
  const name = linkOf(release)
  const id = account === undefined ? undefined : (await findAccount(admin, account)).id
  const { body } = await admin.read(operations.findReleases, {
    query: { name, ...definedFields({ account: id, audit }) },
  })
  const [first, ...others] = body.releases
  if (first !== undefined) return [first, ...others]
  throw new CommandError(`no release has the link, code or number ${name}`, {
    code: 'release-not-found',
    exitCode: exitCodes.notFound,
    hint: 'Find a revoked release by its link or number: its codes are free again.',
  })
}

/** The only release with this name. Throws a `CommandError` when there is none, or more than one. */
export async function findRelease(admin: Admin, search: ReleaseSearch): Promise<FoundRelease> {
  const [found, ...others] = await findReleases(admin, search)
  if (others.length === 0) return found
  throw new CommandError(`${others.length + 1} releases have the link, code or number ${search.release}`, {
    code: 'release-ambiguous',
    exitCode: exitCodes.usage,
    hint: `Use its link, or add --account. "guidebook release show ${search.release}" lists them all.`,
  })
}
