/** Images in the object store: covers of guidebooks, and images of items. */
import type { ImageRef } from '@guidebook/contracts'
import { failWith, type ObjectStore, readImage, type SentImage } from '@guidebook/service-kit'

/**
 * Where the images of items are. A place of their own, not below that of the covers: services of an earlier version remove what no
 * guidebook refers to there, and may run again after an upgrade was undone.
 */
export const itemImages = 'geodata-images/'

/** Stores an image, which must be done before the transaction that refers to it. */
export async function storeImage(
  objectStore: ObjectStore,
  under: string,
  { bytes, mediaType, extension }: SentImage,
): Promise<ImageRef> {
  return { ...(await objectStore.putByContent(under, bytes, { contentType: mediaType, extension })), mediaType }
}

/** Stores the image of an item's body. Undefined: none was sent; null: the item's image is to be removed. Throws 422 for another file. */
export async function storeItemImage(
  objectStore: ObjectStore,
  { account, imageBase64 }: { account: string; imageBase64?: string | Uint8Array | null | undefined },
): Promise<ImageRef | null | undefined> {
  if (imageBase64 == null) return imageBase64
  const image = await readImage(imageBase64)
  if ('code' in image) return failWith(image.code, [{ pointer: '/imageBase64', ...image }])
  return await storeImage(objectStore, `${itemImages}${account}`, image)
}

/** What a record says of the image. */
export const presentImage = (image: ImageRef | null) => image && { mediaType: image.mediaType, bytes: image.bytes }

/** The response with the image itself. */
export async function imageAnswer(objectStore: ObjectStore, { key, mediaType, sha256 }: ImageRef) {
  const { stream, bytes } = await objectStore.get(key)
  const headers = { 'Content-Length': String(bytes) }
  return { status: 200 as const, stream, contentType: mediaType, etag: sha256, headers }
}
