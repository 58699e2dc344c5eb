import type { Artifacts } from '@guidebook/contracts'
import type { ObjectStore, OperationRequest } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import type { PublishedPages } from './published-pages.ts'
import { type RenderedTrip, renderTrip } from './show-trip.ts'

/** Previews of pages that are rendered at once. Each takes several times `mostImageBytes` of memory. */
export const previewShares = { capacity: 2, perOwner: 1, mostWaiting: 64, waitMs: 10_000 }

/** Bytes of all images of a preview in Base64. An image counts for each mention. */
export const mostImageBytes = 8 * 1024 * 1024

type PreviewContext = Pick<Context, 'objectStore' | 'clock' | 'publicUrl' | 'map' | 'previewShares'> & {
  publishedPages: Pick<PublishedPages, 'read' | 'languageOf'>
}

interface Requested extends Pick<OperationRequest, 'headers' | 'signal'> {
  account: string
  /** False in the preview of a guidebook. */
  hasBooking: boolean
  /** Of the page document; absent: that in the language of the release. */
  key?: string
}

/** The page of a trip for its operator and seller. The link may not work yet, so the images are part of the page. */
export const showPreview = (
  context: PreviewContext,
  trip: RenderedTrip,
  { account, headers: requestHeaders, signal, hasBooking, key = trip.publication.artifacts.page.key }: Requested,
) =>
  context.previewShares.run(
    account,
    async () => {
      const { publishedPages, objectStore } = context
      const { generation, artifacts } = trip.publication
      const own = artifacts.page.key
      const page = await publishedPages.read(generation, key)
      const releaseLang =
        key === own ? page.lang : await publishedPages.languageOf({ account, generation, key: own, signal })
      const imageUrl = await embedImages(objectStore, artifacts.images, page.logo ?? null)
      const options = { page, releaseLang, imageUrl, documents: [], isPreview: true, hasBooking }
      const { body, headers } = renderTrip(context, trip, requestHeaders, options)
      return { status: 200, body, headers, contentType: 'text/html; charset=utf-8' } as const
    },
    { signal },
  )

/** Returns the `data:` URL of an image for each mention; null for one that is not in the list, and for what exceeds `mostImageBytes`. */
async function embedImages(objectStore: Pick<ObjectStore, 'read'>, images: Artifacts['images'], logo: string | null) {
  const urls = new Map<string, string>()
  let unread = mostImageBytes
  // In the order of the page: the list has the logo last.
  for (const { name, key, mediaType } of images.toSorted((a, b) => Number(b.name === logo) - Number(a.name === logo))) {
    const url = `data:${mediaType};base64,${(await objectStore.read(key)).toString('base64')}`
    unread -= url.length
    if (unread < 0) break
    urls.set(name, url)
  }
  let left = mostImageBytes
  return (name: string): string | null => {
    const url = urls.get(name)
    if (url === undefined || url.length > left) return null
    left -= url.length
    return url
  }
}
