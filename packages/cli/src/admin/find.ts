/** Finds accounts and releases by the names that people use. Throws a `CommandError` when there is none. */
import { type Account, type FoundRelease, operations } from '@guidebook/contracts'
import { definedFields } from '../arguments.ts'
import { CommandError, isNotFound } from '../command-error.ts'
import type { Session } from './session.ts'

/** The account with this id or OID. */
export async function findAccount({ read }: Session, name: string): Promise<Account> {
  const isOid = /^[a-z0-9]{3}$/i.test(name)
  const findById = () =>
    read(operations.readAccountForSupport, { params: { account_id: name } }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    })
  const findByOid = async () => (await read(operations.listAccounts, { query: { oid: name.toUpperCase() } })).items[0]
  const account = await (isOid ? findByOid() : findById())
  if (account !== undefined) return account
  const message = isOid ? `no account has the OID ${name.toUpperCase()}` : `no account has the id ${name}`
  throw new CommandError('notFound', 'account-not-found', message, {
    hint: '"guidebook account list" lists all accounts.',
  })
}

interface ReleaseSearch {
  /** Trip Link, its slug, a download code, or the number. */
  release: string
  /** Only releases of this operator or seller: an id or an OID. */
  account: string | undefined
  /** Number of audit entries of each release; absent: the default of the admin listener. */
  audit?: number | undefined
}

/** The slug of a Trip Link that was copied from a mail or a browser: of its page or one of its files. */
export const linkOf = (name: string): string => /\/t\/([^/?#\s]+)/.exec(name)?.[1] ?? name.trim()

/** All releases with this name, newest first. */
export async function findReleases(
  session: Session,
  { release, account: accountName, audit }: ReleaseSearch,
): Promise<[FoundRelease, ...FoundRelease[]]> {
  const name = linkOf(release)
  const account = accountName === undefined ? undefined : (await findAccount(session, accountName)).id
  const { releases } = await session.read(operations.findReleases, {
    query: { name, ...definedFields({ account, audit }) },
  })
  const [first, ...others] = releases
  if (first !== undefined) return [first, ...others]
  throw new CommandError('notFound', 'release-not-found', `no release has the link, code or number ${name}`, {
    hint: 'Find a revoked release by its link or number: its codes are free again.',
  })
}

/** The only release with this name. Throws a `CommandError` when there is more than one, too. */
export async function findRelease(session: Session, search: ReleaseSearch): Promise<FoundRelease> {
  const releases = await findReleases(session, search)
  if (releases.length === 1) return releases[0]
  const message = `${releases.length} releases have the link, code or number ${search.release}`
  throw new CommandError('usage', 'release-ambiguous', message, {
    hint: `Use its link, or add --account. "guidebook release show ${search.release}" lists them all.`,
  })
}
