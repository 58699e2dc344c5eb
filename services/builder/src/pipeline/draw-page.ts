import type { Artifacts, PublishedGuidebook } from '@guidebook/contracts'
import { type GpxFacts, type GpxSet, gpxIngredients, gpxSetOf, storeGpxSet } from '../book/gpx-set.ts'
import type { Artifact } from '../artifact/queries.ts'
import { storeBundle } from '../artifact/store-bundle.ts'
import type { BookFrame } from '../book/frame.ts'
import { stageFiles } from '../book/stage-files.ts'
import type { SanitisedDraft } from '../book/draft.ts'
import { logoMediaType, type StoredLogo } from '../brand/stored-logo.ts'
import { measuresOf, type PreparedImages } from '../image/prepare-images.ts'
import type { DrawingSources } from './build-context.ts'

/** A draft with what is said of its release, and the content version of this draft. */
export interface DraftInFrame {
  draft: SanitisedDraft
  frame: BookFrame
}

export interface PageToDraw extends DraftInFrame {
  /** The same page in other languages. */
  others: readonly DraftInFrame[]
  pictures: PreparedImages
  logo: StoredLogo | null
  trip: string
  tripFingerprint: string
  known: ReadonlyMap<string, Artifact>
}

export type PageFiles = Omit<Artifacts, 'pdf'>

/** The page of a release with all that it links to but the book, and the bundle that the app holds of it; stored. */
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

/** One language after the other: the book is typeset meanwhile, and other builds want to be drawn, too. */
async function composePages(page: PageToDraw, sources: DrawingSources): Promise<ComposedPages> {
  const first = await composePage(page, sources)
  const others: PublishedGuidebook[] = []
  for (const { draft, frame } of page.others) {
    sources.signal.throwIfAborted()
    const { page: other } = await sources.renderer.run('composePage', {
      ...{ draft, frame, pictures: measuresOf(page.pictures) },
      ...{ gpx: stageFiles(first.gpx?.files ?? []), gpxVersion: page.trip },
    })
    others.push(other)
  }
  return { page: first.page, others, gpx: first.gpx }
}

async function composePage(
  { draft, frame, pictures, trip, tripFingerprint, known }: PageToDraw,
  { account, renderer, store, warnings, made }: DrawingSources,
): Promise<ComposedPage> {
  const ingredients = gpxIngredients(tripFingerprint)
  const before = known.get(ingredients) as Artifact<GpxFacts> | undefined
  const { page, gpx } = await renderer.run('composePage', {
    draft,
    frame,
    pictures: measuresOf(pictures),
    gpx: before ? stageFiles(before.facts.files) : null,
    gpxVersion: trip,
  })
  for (const { name, segmentsLeftOut } of gpx?.files ?? []) {
    if (segmentsLeftOut === 0) continue
    const message = `${segmentsLeftOut} segments did not fit into ${name}.gpx; the whole file has them.`
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

const pageImages = async ({ pictures, logo }: Pick<PageToDraw, 'pictures' | 'logo'>): Promise<PageImage[]> => {
  const images = await Promise.all(
    [...pictures.values()].flatMap((prepared) =>
      prepared
        ? [
            prepared.page.then(({ key, bytes, mediaType, facts: { width, height } }) => ({
              name: prepared.picture.name,
              ...{ key, bytes, mediaType, width, height },
            })),
          ]
        : [],
    ),
  )
  if (!logo) return images
  const { name, key, bytes, width, height } = logo
  return [...images, { name, key, bytes, mediaType: logoMediaType, width, height }]
}
