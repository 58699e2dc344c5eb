import type { Artifacts, PublishedGuidebook } from '@guidebook/contracts'
import { type GpxFacts, type GpxSet, gpxIngredients, gpxSetOf, storeGpxSet } from '../artifact/gpx-set.ts'
import type { Artifact } from '../artifact/queries.ts'
import { storeBundle } from '../artifact/store-bundle.ts'
import type { BookFrame } from '../book/frame.ts'
import { stageFiles } from '../book/stage-files.ts'
import type { Draft } from '../content/draft.ts'
import { logoMediaType, type StoredLogo } from '../logo/stored-logo.ts'
import { measuresOf, type PreparedPictures } from '../picture/prepare-pictures.ts'
import type { DrawingSources } from './build-context.ts'

export interface PageToDraw {
  draft: Draft
  frame: BookFrame
  pictures: PreparedPictures
  logo: StoredLogo | null
  trip: string
  tripFingerprint: string
  known: ReadonlyMap<string, Artifact>
}

export type PageFiles = Omit<Artifacts, 'pdf'>

/** The page of a release with all that it links to but the book, and the bundle that the app holds of it; stored. */
export async function drawPage(page: PageToDraw, sources: DrawingSources): Promise<PageFiles> {
  const [composed, images] = await Promise.all([composePage(page, sources), pageImages(page)])
  return await storePage({ ...composed, images }, sources)
}

interface ComposedPage {
  page: PublishedGuidebook
  gpx: GpxSet | null
}

async function composePage(
  { draft, frame, pictures, trip, tripFingerprint, known }: PageToDraw,
  { account, renderer, store, warnings, made }: DrawingSources,
): Promise<ComposedPage> {
  const ingredients = gpxIngredients(tripFingerprint)
  const before = known.get(ingredients) as Artifact<GpxFacts> | undefined
  const { page, gpx, leftOut } = await renderer.run('composePage', {
    draft,
    frame,
    pictures: measuresOf(pictures),
    gpx: before ? stageFiles(before.facts.files) : null,
    gpxVersion: trip,
  })
  for (const { externalId, pointer, elements } of leftOut) {
    const text = externalId === null ? 'The description of the guidebook' : 'The text'
    const message = `${text} holds elements that cannot be shown and were left out: ${elements.join(', ')}.`
    warnings.add({ severity: 'info', code: 'html-left-out', message, externalId, pointer })
  }
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
  { page, gpx, images }: ComposedPage & { images: readonly PageImage[] },
  { account, store }: DrawingSources,
): Promise<PageFiles> {
  const body = Buffer.from(JSON.stringify(page))
  const [{ key }, bundle] = await Promise.all([
    store.putByContent(`builder/${account}`, body, { contentType: 'application/json', extension: '.json' }),
    storeBundle({ account, page: body, images, gpx }, store),
  ])
  return { page: { key }, images: images.map(({ bytes: _bytes, ...image }) => image), gpx, bundle }
}

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
