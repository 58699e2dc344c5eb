/** Images in the object store: covers of guidebooks, and images of items. */
import type { Fault, ImageRef } from '@guidebook/contracts'
import {
  type ObjectStore,
  type RepeatableRequest,
  readImage,
  type SentImage,
  storedReply,
} from '@guidebook/service-kit'
import type { Context } from '../context.ts'

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

interface SentItemImage {
  account: string
  imageBase64?: string | Uint8Array | null | undefined
}

interface CheckedImage {
  /** Undefined: none was sent, or it has a fault. Null: the item's image is to be removed. */
  image: ImageRef | null | undefined
  /** The caller reports them together with the other faults of the body. */
  faults: readonly Fault[]
}

/** Checks the image of an item's body, and stores a valid one. */
export async function storeItemImage(
  objectStore: ObjectStore,
  { account, imageBase64 }: SentItemImage,
): Promise<CheckedImage> {
  if (imageBase64 == null) return { image: imageBase64, faults: [] }
  const image = await readImage(imageBase64)
  if ('code' in image) return { image: undefined, faults: [{ pointer: '/imageBase64', ...image }] }
  return { image: await storeImage(objectStore, `${itemImages}${account}`, image), faults: [] }
}

/**
 * The same for a change of an item. Before the image is read, `requireItem` throws 404 if there is no such item. A repeat with a stored response
 * gets that response, also when the item was deleted meanwhile. Call it before `changeItemInTurn`: no other large response should wait for the
 * object store.
 */
export async function storeChangedImage(
  { database, objectStore }: Context,
  request: RepeatableRequest,
  sent: SentItemImage,
  requireItem: () => Promise<unknown>,
): Promise<CheckedImage> {
  if (sent.imageBase64 != null && (await storedReply(database, request)) === null) await requireItem()
  return await storeItemImage(objectStore, sent)
}

/** The fields of an image in a record. */
export const presentImage = (image: ImageRef | null) => image && { mediaType: image.mediaType, bytes: image.bytes }

/** The response with the image itself. */
export async function imageAnswer(objectStore: ObjectStore, { key, mediaType, sha256 }: ImageRef) {
  const { stream, bytes } = await objectStore.get(key)
  const headers = { 'Content-Length': String(bytes) }
  return { status: 200 as const, stream, contentType: mediaType, etag: sha256, headers }
}
