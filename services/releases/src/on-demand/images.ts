import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Fault, ImageRef, StoredOnDemandRequest } from '@guidebook/contracts'
import { packTrack, type TrackColumns } from '@guidebook/route-geometry'
import { freeBytes, type ObjectStore, readImage, type SentImage } from '@guidebook/service-kit'
import pLimit from 'p-limit'
import type { StoredRequest } from './queries.ts'
import { entriesOf, type SentOnDemand } from './sent-on-demand.ts'

/** Images of a request that are written concurrently: a body may contain hundreds of thousands of tiny ones. */
const writtenAtOnce = 8

/** An object of the request that may have an image. */
interface ImageHolder {
  imageBase64?: SentOnDemand['guidebook']['imageBase64']
  image?: ImageRef
}

/** An image and the object of the request that had it. */
export type HeldImage = SentImage & { holder: ImageHolder }

/** Decodes all images of the request. An image that is too large or neither PNG nor JPEG by its content is a fault. */
export async function readImages(request: SentOnDemand): Promise<{ images: HeldImage[]; faults: Fault[] }> {
  const images: HeldImage[] = []
  const faults: Fault[] = []
  const contents = entriesOf(request).map(({ pointer, content }) => ({
    pointer: `${pointer}/content`,
    holder: content,
  }))
  const holders = [{ pointer: '/guidebook', holder: request.guidebook }, ...contents]
  for (const { pointer, holder } of holders as { pointer: string; holder: ImageHolder | undefined }[]) {
    if (holder?.imageBase64 === undefined) continue
    const result = await readImage(holder.imageBase64)
    if ('code' in result) faults.push({ pointer: `${pointer}/imageBase64`, ...result })
    else images.push({ holder, ...result })
    // Decoding megabytes takes milliseconds.
    await yieldToEventLoop()
  }
  return { images, faults }
}

/**
 * Stores the images by their content, packs the tracks, and returns the request with references and packed tracks in their places. Changes the
 * request itself, and frees the images: it may be large, and the Base64 and the points are not needed any more.
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
    freeBytes(bytes)
    return stored.key
  })
  return { request: await packTracks(request), imageKeys: [...new Set(keys)] }
}

/**
 * Replaces the waypoints of every route by its packed track, in Base64. As JSON, half a million points would block other requests each time the
 * request is stored or read.
 */
async function packTracks(request: SentOnDemand): Promise<StoredOnDemandRequest> {
  for (const { routes = [] } of request.guidebook.stages) {
    for (const { content } of routes) {
      if (content === undefined) continue
      const points: { waypoints?: TrackColumns; track?: string; pointCount?: number } = content
      const { waypoints } = content
      points.track = Buffer.from(packTrack([waypoints])).toString('base64')
      points.pointCount = waypoints.lat.length
      delete points.waypoints
      await yieldToEventLoop()
    }
  }
  return request as unknown as StoredOnDemandRequest
}
