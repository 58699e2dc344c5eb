import { fail } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { addAudit } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { freeCodes } from '../download-code/claim.ts'
import { dayAt } from './calendar.ts'
import type { Author } from './create-release.ts'
import { failReleaseMissing } from './errors.ts'
import { type FullRelease, lockRelease, updateRelease } from './queries.ts'

/** Takes a release back before its first day; 409 `release-started` after that, `release-locked` while it is locked. Its codes are free again, its link stays and says so. */
export async function revokeRelease(
  trx: Knex.Transaction,
  { clock }: Pick<Context, 'clock'>,
  revocation: { account: string; release: string; author: Author; check: (full: FullRelease) => void },
): Promise<void> {
  const full = await lockRelease(trx, revocation.account, revocation.release)
  if (full === null) return failReleaseMissing()
  revocation.check(full)
  const { release, parties } = full
  if (release.locked) return fail('release-locked', 'The release is locked.')
  const now = clock.now()
  if (dayAt(now, parties.provider.timeZone) >= release.startDate) return fail('release-started')
  await updateRelease(trx, release, { revokedAt: now })
  await freeCodes(trx, release, ['operator', 'seller'])
  const { downloadCode, sellerDownloadCode } = release
  await addAudit(trx, release, now, [
    {
      ...revocation.author,
      action: 'release.revoked',
      severity: 'info',
      message: 'The release was revoked; its download codes are free again.',
      before: { downloadCode, sellerDownloadCode },
    },
  ])
}
