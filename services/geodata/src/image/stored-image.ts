/** Images in the object store: covers of guidebooks, and images of items. */
import type { ImageRef } from '@guidebook/contracts'
import { failWith, type ObjectStore, readImage, type SentImage } from '@guidebook/service-kit'

/**
 * The prefix of item images. It is not below the prefix of covers: earlier versions delete objects there that no guidebook refers to,
 * and an upgrade may be rolled back.
 */
export const itemImages = 'geodata-images/'

/** Stores an image. Call it before the transaction that refers to the image. */
export async function storeImage(
  objectStore: ObjectStore,
  under: string,
  { bytes, mediaType, extension }: SentImage,
): Promise<ImageRef> {
  return { ...(await objectStore.putByContent(under, bytes, { contentType: mediaType, extension })), mediaType }
}

/**
 * Stores the image of an item's body. Returns undefined if none was sent, and null to remove the item's image.
 * Throws 422 for a file that is not a supported image.
 */
export async function storeItemImage(
  objectStore: ObjectStore,
  { account, imageBase64 }: { account: string; imageBase64?: string | Uint8Array | null | undefined },
): Promise<ImageRef | null | undefined> {
  if (imageBase64 == null) return imageBase64
  const image = await readImage(imageBase64)
  if ('code' in image) return failWith(image.code, [{ pointer: '/imageBase64', ...image }])
  return await storeImage(objectStore, `${itemImages}${account}`, image)
}

/** The fields of an image in a record. */
export const presentImage = (image: ImageRef | null) => image && { mediaType: image.mediaType, bytes: image.bytes }

/** The response with the image itself. */
export async function imageAnswer(objectStore: ObjectStore, { key, mediaType, sha256 }: ImageRef) {
  const { stream, bytes } = await objectStore.get(key)
  const headers = { 'Content-Length': String(bytes) }
  return { status: 200 as const, stream, contentType: mediaType, etag: sha256, headers }
}
