import { setImmediate as breathe } from 'node:timers/promises'
import type { Fault, ImageRef, OnDemandRequest, StoredOnDemandRequest } from '@guidebook/contracts'
import type { ObjectStore } from '@guidebook/service-kit'
import { fileTypeFromBuffer } from 'file-type'

/** Bytes of an image when decoded. */
export const largestImage = 5 * 1024 * 1024

/** An object of the request that carries an image as Base64. */
interface ImageHolder {
  imageBase64?: string
  image?: ImageRef
}

export interface SentImage {
  pointer: string
  holder: ImageHolder
  bytes: Buffer
  mediaType: 'image/png' | 'image/jpeg'
}

/** Decodes every image of the request; one that is too large or neither PNG nor JPEG by its content is a fault. */
export async function readImages(request: OnDemandRequest): Promise<{ images: SentImage[]; faults: Fault[] }> {
  const images: SentImage[] = []
  const faults: Fault[] = []
  for (const { pointer, holder } of holdersOf(request)) {
    const result = await readImage(holder.imageBase64 ?? '')
    if ('code' in result) faults.push({ pointer, ...result })
    else images.push({ pointer, holder, ...result })
    // Decoding megabytes takes milliseconds each: other requests get their turn in between.
    await breathe()
  }
  return { images, faults }
}

/** A request as it is kept, and the keys of the images that it refers to. */
export interface StoredRequest {
  request: StoredOnDemandRequest
  imageKeys: string[]
}

/**
 * Stores the images under their content and answers the request with references in their places. The request itself is
 * changed: it may be large, and nobody needs the Base64 any more.
 */
export async function storeImages(
  objectStore: ObjectStore,
  account: string,
  request: OnDemandRequest,
  images: readonly SentImage[],
): Promise<StoredRequest> {
  const keys = new Set<string>()
  for (const { holder, bytes, mediaType } of images) {
    const stored = await objectStore.putByContent(`releases/${account}/images`, bytes, {
      contentType: mediaType,
      extension: mediaType === 'image/png' ? '.png' : '.jpg',
    })
    delete holder.imageBase64
    holder.image = { ...stored, mediaType }
    keys.add(stored.key)
  }
  return { request: request as StoredOnDemandRequest, imageKeys: [...keys] }
}

/** Base64 as RFC 4648 has it; line breaks, which many encoders put in, do no harm. */
const base64 = /^[A-Za-z0-9+/\r\n]*={0,2}\s*$/

async function readImage(
  text: string,
): Promise<Pick<SentImage, 'bytes' | 'mediaType'> | Pick<Fault, 'code' | 'message'>> {
  // Told from its length, so that a text that is far too long is not decoded.
  if (text.length > (largestImage * 4 * 1.1) / 3) return tooLarge
  if (!base64.test(text)) return notSupported
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > largestImage) return tooLarge
  const type = await fileTypeFromBuffer(bytes)
  if (type?.mime === 'image/jpeg') return { bytes, mediaType: 'image/jpeg' }
  // An animated PNG is a PNG to everyone who does not know of animation.
  if (type?.mime === 'image/png' || type?.mime === 'image/apng') return { bytes, mediaType: 'image/png' }
  return notSupported
}

const tooLarge = { code: 'image-too-large', message: 'Must have at most 5 MB when decoded.' } as const
const notSupported = { code: 'image-not-supported', message: 'Must be a PNG or JPEG image in Base64.' } as const

/** Every place of the request that has an image. */
function* holdersOf({ booking, guidebook }: OnDemandRequest): Generator<{ pointer: string; holder: ImageHolder }> {
  const found = function* (pointer: string, holder: ImageHolder | undefined) {
    if (holder?.imageBase64 !== undefined) yield { pointer: `${pointer}/imageBase64`, holder }
  }
  yield* found('/guidebook', guidebook)
  for (const [i, { content }] of (booking?.accommodation ?? []).entries()) {
    yield* found(`/booking/accommodation/${i}/content`, content)
  }
  for (const [s, { routes = [], pois = [] }] of guidebook.stages.entries()) {
    for (const [i, { content }] of routes.entries()) yield* found(`/guidebook/stages/${s}/routes/${i}/content`, content)
    for (const [i, { content }] of pois.entries()) yield* found(`/guidebook/stages/${s}/pois/${i}/content`, content)
  }
}
