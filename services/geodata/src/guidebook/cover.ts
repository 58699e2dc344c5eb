import type { ImageRef } from '@guidebook/contracts'
import type { ObjectStore, SentImage } from '@guidebook/service-kit'

/** Where the covers of an account lie, addressed by their content. */
export const coverPrefix = (account: string): string => `geodata/${account}/covers`

/** Stores an image; the same one again is stored once. */
export async function storeCover(
  objectStore: ObjectStore,
  account: string,
  { bytes, mediaType, extension }: SentImage,
): Promise<ImageRef> {
  const stored = await objectStore.putByContent(coverPrefix(account), bytes, { contentType: mediaType, extension })
  return { ...stored, mediaType }
}
