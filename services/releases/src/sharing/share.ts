import type { AccountProjection } from '@guidebook/contracts'
import { type OutboxRow, outboxRows, prepared, queueMail } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { presentRelease } from '../release/present.ts'
import type { FullRelease } from '../release/queries.ts'
import { shareMail } from './share-mail.ts'

/** The message for the seller's webhook; none when the release has no seller. */
export function shareMessage({ release, parties }: FullRelease, publicUrl: string): OutboxRow[] {
  if (parties.seller === null) return []
  const record = presentRelease(release, parties, publicUrl)
  const data = { account: parties.seller.id, generation: release.generation, record }
  return outboxRows('release.shared.v1', data, { subject: release.key })
}

/** Tells the seller by mail, in the seller's language. */
export async function mailShare(
  trx: Knex.Transaction,
  { release, parties }: FullRelease,
  publicUrl: string,
): Promise<void> {
  if (parties.seller === null) return
  const record = presentRelease(release, parties, publicUrl)
  await queueMail(trx, shareMail(record, parties.provider, parties.seller))
}

/** Notes that the release was shared with the seller; false when it was before. */
export async function noteShare(
  trx: Knex.Transaction,
  release: { account: string; id: number },
  seller: AccountProjection,
  now: Date,
): Promise<boolean> {
  const rows = await prepared(
    trx,
    'releases/note-share',
    `INSERT INTO shares (seller, operator, release_id, shared_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1`,
    [seller.id, release.account, release.id, now],
  )
  return rows.length > 0
}
