import { type FoundRelease, operations } from '@guidebook/contracts'
import { given } from '../arguments.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Admin } from './admin.ts'
import { findAccount } from './find-account.ts'

export interface ReleaseSearch {
  /** Trip Link, its slug, a download code, or the number. */
  release: string
  /** Only of this operator or seller: an id or an OID. */
  account: string | undefined
  /** How many audit entries come with each; absent: as many as the listener likes. */
  audit?: number | undefined
}

/** A Trip Link as it was copied from a mail or a browser, its page or one of its files. */
const linkOf = (name: string): string => /\/t\/([^/?#\s]+)/.exec(name)?.[1] ?? name.trim()

/** All releases with this name, newest first; a `Failure` when there is none. */
export async function findReleases(
  admin: Admin,
  { release, account, audit }: ReleaseSearch,
): Promise<[FoundRelease, ...FoundRelease[]]> {
  const name = linkOf(release)
  const id = account === undefined ? undefined : (await findAccount(admin, account)).id
  const { body } = await admin.read(operations.findReleases, { query: { name, ...given({ account: id, audit }) } })
  const [first, ...others] = body.releases
  if (first !== undefined) return [first, ...others]
  throw new Failure(`no release has the link, code or number ${name}`, {
    code: 'release-not-found',
    exitCode: exitCodes.notFound,
    hint: 'A release that was revoked is found by its link or number: its codes are free again.',
  })
}

/** The only release with this name; a `Failure` when there is none, or more than one. */
export async function findRelease(admin: Admin, search: ReleaseSearch): Promise<FoundRelease> {
  const [found, ...others] = await findReleases(admin, search)
  if (others.length === 0) return found
  throw new Failure(`${others.length + 1} releases are called ${search.release}`, {
    code: 'release-ambiguous',
    exitCode: exitCodes.usage,
    hint: `Name one by its link, or add --account; "guidebook release show ${search.release}" shows them all.`,
  })
}
