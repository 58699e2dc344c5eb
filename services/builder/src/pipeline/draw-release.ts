import type { Artifacts, BuildInput } from '@guidebook/contracts'
import type { MapWindow, RoadbookWarning } from '@guidebook/roadbook'
import { fingerprint } from '../artifact/fingerprint.ts'
import { isSheet, type PreparedBasemaps } from '../basemap/prepare-basemaps.ts'
import type { PreparedVector } from '../basemap/prepare-vectors.ts'
import { contentVersion } from '../book/content-version.ts'
import type { SanitisedDraft } from '../book/draft.ts'
import { frameOf } from '../book/frame.ts'
import { brandIcons } from '../brand/brand-icons.ts'
import type { StoredLogo } from '../brand/logo-queries.ts'
import type { Build } from '../context.ts'
import { bookImagesOf, type PreparedImages } from '../image/prepare-images.ts'
import { prepareTripMap } from '../trip-map/prepare-trip-map.ts'
import type { TilesOfMap } from '../vector/tiles-of-map.ts'
import { type DraftInFrame, drawPage } from './draw-page.ts'

export interface Drawing {
  input: BuildInput
  draft: SanitisedDraft
  /** The drafts of the page's other languages. */
  others: readonly SanitisedDraft[]
  images: PreparedImages
  logo: StoredLogo | null
  basemaps: PreparedBasemaps
  /** The areas of its maps. */
  windows: readonly MapWindow[]
  /** The stages with maps at a fixed scale. */
  sheetStages: readonly number[]
}

/** Makes the book and the page with its files, in two workers, and stores each as soon as it is made. Existing files are reused. */
export async function drawRelease(
  drawing: Drawing,
  build: Build,
): Promise<{ contentVersion: string; artifacts: Artifacts }> {
  const { input, draft, others, images, logo, windows } = drawing
  const release = frameOf(input, logo)
  const inFrame = (one: SanitisedDraft, { name } = contentVersion(one, release)): DraftInFrame => ({
    draft: one,
    frame: { ...release, contentVersion: name, createdAt: build.claimed.requestedAt.toISOString() },
  })
  const version = contentVersion(draft, release)
  const framed = inFrame(draft, version)
  const [pdf, files, icons, map] = await Promise.all([
    bookPdf(framed, version.bookFingerprint, drawing, build),
    drawPage({ ...framed, others: others.map((one) => inFrame(one)), images, logo, version }, build),
    brandIcons(input.brand, build),
    // Interactive maps can be enlarged: the areas of the stages' own maps are enough.
    prepareTripMap(
      windows.filter((window) => !isSheet(window)),
      build.basemaps,
      build,
    ),
  ])
  return { contentVersion: version.name, artifacts: { pdf, ...files, icons, map } }
}

/** The roadbook. Its ingredients include booking code and link, so books of different releases differ. */
async function bookPdf(
  book: DraftInFrame,
  bookFingerprint: string,
  { images, logo, basemaps, sheetStages }: Drawing,
  { files, renderer, store, warnings }: Build,
): Promise<NonNullable<Artifacts['pdf']>> {
  // Once an unreadable image is readable, the book changes.
  const unreadable = [...images].flatMap(([source, image]) => (image ? [] : [source]))
  const maps = [
    ...basemaps.images.map(({ map, key, attribution }) => [map, key, attribution]),
    ...basemaps.vectors.map(({ window, fingerprint: tiles, attribution }) => [window.map, tiles, attribution]),
  ]
  const drawn = [...(maps.length === 0 ? [] : [maps]), ...(sheetStages.length === 0 ? [] : [sheetStages])]
  const ingredients = `pdf-${fingerprint([bookFingerprint, unreadable, ...drawn])}`
  const { key, bytes, facts } = await files.reuse(ingredients, async () => {
    const prints = [...images].flatMap(([source, image]) => (image ? [[source, image.print()] as const] : []))
    if (logo) prints.push([logo.name, store.read(logo.key)])
    const read = async ([name, print]: (typeof prints)[number]) => [name, await print] as const
    const printed = await renderer.run('printBook', {
      ...book,
      images: bookImagesOf(images),
      bytes: Object.fromEntries(await Promise.all(prints.map(read))),
      basemaps: await Promise.all(
        basemaps.images.map(async ({ map, key, width, height, attribution, bytes }) => {
          return { map, name: key, width, height, attribution, bytes: await bytes() }
        }),
      ),
      vectors: await Promise.all(basemaps.vectors.map((vector) => withElevations(vector, basemaps))),
      sheetStages,
    })
    const { pdf, ...about } = printed
    return {
      ...(await files.put(pdf, 'application/pdf')),
      facts: about as { pages: number; warnings: RoadbookWarning[] },
    }
  })
  for (const { code, message, externalId = null, pointer = null } of facts.warnings) {
    // Unreadable images were reported with their items when they were read.
    if (code !== 'image-unreadable') warnings.add({ code, message, externalId, pointer })
  }
  return { key, bytes, pages: facts.pages }
}

/** With the elevations of the relief that is printed beneath the same map. */
async function withElevations(vector: PreparedVector, { images }: PreparedBasemaps): Promise<TilesOfMap> {
  const elevations = await images.find(({ map }) => map === vector.window.map)?.elevations()
  return elevations ? { ...vector, elevations } : vector
}
