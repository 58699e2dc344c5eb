import type { MessageData } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { updateGuidebook } from '../guidebook/queries.ts'
import { emptyGenerated, lockGenerated } from './generated-queries.ts'

/**
 * Removes what was generated for a revoked release, so that its items can be deleted. The empty guidebook remains with a higher generation:
 * a build that ends later is refused.
 */
export async function emptyRevoked(
  trx: Knex.Transaction,
  { account, release, key, generation }: MessageData<'release.revoked.v1'>,
): Promise<void> {
  const guidebook = await lockGenerated(trx, { account, release, releaseKey: key })
  await emptyGenerated(trx, guidebook)
  const empty = { custom_id: null, titles: {}, descriptions: {}, cover: null }
  await updateGuidebook(trx, guidebook, { ...empty, generation: generation + 1 })
}
