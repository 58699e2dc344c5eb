import { setImmediate as breathe } from 'node:timers/promises'
import type { Fault, ImageRef, StoredOnDemandRequest } from '@guidebook/contracts'
import { type ObjectStore, readImage, type SentImage } from '@guidebook/service-kit'
import pLimit from 'p-limit'
import { packTracks } from './pack-tracks.ts'
import type { SentOnDemand } from './sent-on-demand.ts'

/** Images of one request that are written at the same time: a body has room for hundreds of thousands of tiny ones. */
const writtenAtOnce = 8

/** An object of the request that carries an image. */
interface ImageHolder {
  imageBase64?: SentOnDemand['guidebook']['imageBase64']
  image?: ImageRef
}

/** An image and the place of the request where it was. */
export type HeldImage = SentImage & { holder: ImageHolder }

/** Decodes every image of the request; one that is too large or neither PNG nor JPEG by its content is a fault. */
export async function readImages(request: SentOnDemand): Promise<{ images: HeldImage[]; faults: Fault[] }> {
  const images: HeldImage[] = []
  const faults: Fault[] = []
  for (const { pointer, holder } of holdersOf(request)) {
    const result = await readImage(holder.imageBase64 ?? '')
    if ('code' in result) faults.push({ pointer, ...result })
    else images.push({ holder, ...result })
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
 * Stores the images under their content, packs the tracks, and answers the request with references and packed tracks in their places. The
 * request itself is changed: it may be large, and nobody needs the Base64 and the points any more.
 */
export async function storeImages(
  objectStore: ObjectStore,
  account: string,
  request: SentOnDemand,
  images: readonly HeldImage[],
): Promise<StoredRequest> {
  const keys = await pLimit(writtenAtOnce).map(images, async ({ holder, bytes, mediaType, extension }) => {
    const options = { contentType: mediaType, extension }
    const stored = await objectStore.putByContent(`releases/${account}/images`, bytes, options)
    delete holder.imageBase64
    holder.image = { ...stored, mediaType }
    return stored.key
  })
  return { request: await packTracks(request), imageKeys: [...new Set(keys)] }
}

/** Every place of the request that has an image. */
function* holdersOf({ booking, guidebook }: SentOnDemand): Generator<{ pointer: string; holder: ImageHolder }> {
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
