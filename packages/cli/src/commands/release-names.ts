/** How commands name a release, and the refusal of one that was revoked. */
import type { FoundRelease } from '@guidebook/contracts'
import { findRelease } from '../admin/find.ts'
import type { Session } from '../admin/session.ts'
import { option, positional, type Values } from '../arguments.ts'
import { CommandError } from '../command-error.ts'
import { moment } from '../output/layout.ts'

export const releaseArguments = {
  release: positional('Trip Link, its slug, a download code, or the number'),
  account: option('account', 'Only releases of this operator or seller, by id or OID'),
} as const

/** The only release with this name, and its address for support. Throws a `CommandError` when it was revoked. */
export async function findLiveRelease(
  session: Session,
  values: Pick<Values<typeof releaseArguments>, 'release' | 'account'>,
) {
  const found: FoundRelease = await findRelease(session, { ...values, audit: 0 })
  const { record, revokedAt } = found
  if (revokedAt !== null) {
    throw new CommandError('refused', 'release-revoked', `the release was revoked ${moment(revokedAt)}`, {
      hint: 'A revoked release cannot be changed or built. Create a new one: its codes are free again.',
    })
  }
  return { ...found, params: { account: record.provider.id, release: record.link } }
}
