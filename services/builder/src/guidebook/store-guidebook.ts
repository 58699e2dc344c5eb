import { type GuidebookToStore, operations, type ResponseBodyOf } from '@guidebook/contracts'
import type { InternalClient } from '@guidebook/service-kit'

export type StoredGuidebook = ResponseBodyOf<typeof operations.storeGuidebook>['guidebook']

/** Milliseconds; longer than the default because there may be many inline tracks. */
const deadlineMs = 30_000

/**
 * Stores a release's guidebook in geodata. Idempotent: the same generation changes nothing, and geodata refuses an older one with
 * `generation-superseded`.
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
