import { type GuidebookToStore, operations, type ResponseBodyOf } from '@guidebook/contracts'
import type { InternalClient } from '@guidebook/service-kit'

export type StoredGuidebook = ResponseBodyOf<typeof operations.storeGuidebook>['guidebook']

/** Many inline tracks take a while to be taken in. Milliseconds. */
const deadlineMs = 30_000

/**
 * Stores the guidebook of a release in geodata. Safe to repeat: the same generation changes nothing, and one that is
 * older than what is stored is refused with `generation-superseded`.
 */
export async function storeGuidebook(
  releaseKey: string,
  guidebook: GuidebookToStore,
  geodata: Pick<InternalClient, 'call'>,
  signal: AbortSignal,
): Promise<StoredGuidebook> {
  const { body } = await geodata.call(operations.storeGuidebook, {
    params: { release_key: releaseKey },
    body: guidebook,
    deadlineMs,
    retry: true,
    signal,
  })
  return body.guidebook
}
