import type { Artifacts, PublishedGuidebook } from '@guidebook/contracts'
import type { Artifact } from '../artifact/queries.ts'
import { storeBundle } from '../artifact/store-bundle.ts'
import type { SanitisedDraft } from '../book/draft.ts'
import type { BookFrame } from '../book/frame.ts'
import { type GpxFacts, type GpxSet, gpxIngredients, gpxSetOf, storeGpxSet } from '../book/gpx-set.ts'
import { stageFiles } from '../book/stage-files.ts'
import { logoMediaType, type StoredLogo } from '../brand/stored-logo.ts'
import { bookImagesOf, type PreparedImage, type PreparedImages } from '../image/prepare-images.ts'
import type { DrawingSources } from './build-context.ts'

/** A draft and its frame, which has the content version of this draft. */
export interface DraftInFrame {
  draft: SanitisedDraft
  frame: BookFrame
}

export interface PageToDraw extends DraftInFrame {
  /** The page in other languages. */
  others: readonly DraftInFrame[]
  images: PreparedImages
  logo: StoredLogo | null
  trip: string
  tripFingerprint: string
  known: ReadonlyMap<string, Artifact>
}

export type PageFiles = Omit<Artifacts, 'pdf'>

/** Makes and stores the page of a release, all files that it links to except the book, and the app's bundle. */
export async function drawPage(page: PageToDraw, sources: DrawingSources): Promise<PageFiles> {
  const [composed, images] = await Promise.all([composePages(page, sources), pageImages(page)])
  return await storePage({ ...composed, images }, sources)
}

interface ComposedPage {
  page: PublishedGuidebook
  gpx: GpxSet | null
}

interface ComposedPages extends ComposedPage {
  others: PublishedGuidebook[]
}

/** Composes one language after the other, to leave workers for the book and for other builds. */
async function composePages(page: PageToDraw, sources: DrawingSources): Promise<ComposedPages> {
  const first = await composePage(page, sources)
  const others: PublishedGuidebook[] = []
  for (const { draft, frame } of page.others) {
    sources.signal.throwIfAborted()
    const { page: other } = await sources.renderer.run('composePage', {
      ...{ draft, frame, images: bookImagesOf(page.images) },
      ...{ gpx: stageFiles(first.gpx?.files ?? []), gpxVersion: page.trip },
    })
    others.push(other)
  }
  return { page: first.page, others, gpx: first.gpx }
}

async function composePage(
  { draft, frame, images, trip, tripFingerprint, known }: PageToDraw,
  { account, renderer, store, warnings, made }: DrawingSources,
): Promise<ComposedPage> {
  const ingredients = gpxIngredients(tripFingerprint)
  const before = known.get(ingredients) as Artifact<GpxFacts> | undefined
  const { page, gpx } = await renderer.run('composePage', {
    draft,
    frame,
    images: bookImagesOf(images),
    gpx: before ? stageFiles(before.facts.files) : null,
    gpxVersion: trip,
  })
  for (const { name, segmentsLeftOut } of gpx?.files ?? []) {
    if (segmentsLeftOut === 0) continue
    const message = `${segmentsLeftOut} segments did not fit into ${name}.gpx; the full file has them.`
    warnings.add({ code: 'gpx-segments-left-out', message })
  }
  if (before) return { page, gpx: gpxSetOf(before) }
  if (!gpx) return { page, gpx: null }
  const set = { ingredients, ...(await storeGpxSet(gpx, { account, store })) }
  made({ ...set, facts: { ...set.facts } })
  return { page, gpx: gpxSetOf(set) }
}

type PageImage = Artifacts['images'][number] & { bytes: number }

async function storePage(
  { page, others, gpx, images }: ComposedPages & { images: readonly PageImage[] },
  { account, store }: DrawingSources,
): Promise<PageFiles> {
  const put = async (body: Buffer) => {
    const kind = { contentType: 'application/json', extension: '.json' }
    const { key } = await store.putByContent(`builder/${account}`, body, kind)
    return { key }
  }
  const body = asJson(page)
  const pages = others.map((other) => ({ lang: other.lang, page: asJson(other) }))
  const [stored, languages, bundle] = await Promise.all([
    put(body),
    Promise.all(pages.map(async (other) => ({ lang: other.lang, ...(await put(other.page)) }))),
    storeBundle({ account, page: body, languages: pages, images, gpx }, store),
  ])
  return { page: stored, languages, images: images.map(({ bytes: _bytes, ...image }) => image), gpx, bundle }
}

const asJson = (page: PublishedGuidebook): Buffer => Buffer.from(JSON.stringify(page))

async function pageImages({ images, logo }: Pick<PageToDraw, 'images' | 'logo'>): Promise<PageImage[]> {
  const files = await Promise.all([...images.values()].flatMap((prepared) => (prepared ? [pageImage(prepared)] : [])))
  if (!logo) return files
  const { name, key, bytes, width, height } = logo
  return [...files, { name, key, bytes, mediaType: logoMediaType, width, height }]
}

async function pageImage({ image, page }: PreparedImage): Promise<PageImage> {
  const { key, bytes, mediaType, facts } = await page
  return { name: image.name, key, bytes, mediaType, width: facts.width, height: facts.height }
}
