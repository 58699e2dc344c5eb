import type { Artifacts, BuildInput } from '@guidebook/contracts'
import { fingerprint } from '../artifact/fingerprint.ts'
import { isSheet, type PreparedBasemaps } from '../basemap/prepare-basemaps.ts'
import type { PreparedVector } from '../basemap/prepare-vectors.ts'
import { contentVersion } from '../book/content-version.ts'
import type { SanitisedDraft } from '../book/draft.ts'
import { creationOf, frameOf } from '../book/frame.ts'
import { brandIcons } from '../brand/brand-icons.ts'
import type { StoredLogo } from '../brand/logo-queries.ts'
import type { Build } from '../context.ts'
import { bookImagesOf, type PreparedImages } from '../image/prepare-images.ts'
import { prepareTripMap } from '../trip-map/prepare-trip-map.ts'
import type { TilesOfMap } from '../vector/tiles-of-map.ts'
import { type BookMaps, type PreparedMaps, printInTime } from './book-maps.ts'
import { type DraftInFrame, drawPage } from './draw-page.ts'

export interface Drawing {
  input: BuildInput
  draft: SanitisedDraft
  /** The drafts of the page's other languages. */
  others: readonly SanitisedDraft[]
  images: PreparedImages
  logo: StoredLogo | null
  maps: PreparedMaps
}

/** Makes the book and the page with its files, in two workers, and stores each as soon as it is made. Existing files are reused. */
export async function drawRelease(
  drawing: Drawing,
  build: Build,
): Promise<{ contentVersion: string; artifacts: Artifacts }> {
  const { input, draft, others, images, logo, maps } = drawing
  const release = frameOf(input, logo)
  const creation = creationOf(build.claimed.requestedAt, input)
  const inFrame = (one: SanitisedDraft, { name } = contentVersion(one, release, draft)): DraftInFrame => ({
    draft: one,
    frame: { ...release, contentVersion: name, ...creation },
  })
  const version = contentVersion(draft, release)
  const framed = inFrame(draft, version)
  const [pdf, files, icons, map] = await Promise.all([
    bookPdf(framed, version.bookFingerprint, drawing, build),
    drawPage(
      { ...framed, others: others.map((one) => inFrame(one)), images, logo, version, vectors: maps.pageVectors },
      build,
    ),
    brandIcons(input.brand, build),
    // Interactive maps can be enlarged: the areas of the stages' own maps are enough.
    prepareTripMap(
      maps.windows.filter((window) => !isSheet(window)),
      build.basemaps,
      build,
    ),
  ])
  return { contentVersion: version.name, artifacts: { pdf, ...files, icons, map } }
}

/** The roadbook. Its ingredients include booking code and link, so books of different releases differ. */
async function bookPdf(
  framed: DraftInFrame,
  bookFingerprint: string,
  { images, logo, maps }: Drawing,
  { files, renderer, store, warnings }: Build,
): Promise<NonNullable<Artifacts['pdf']>> {
  // Once an unreadable image is readable, the book changes.
  const unreadable = [...images].flatMap(([source, image]) => (image ? [] : [source]))
  const ingredients = `pdf-${fingerprint([bookFingerprint, unreadable, ...ingredientsOf(maps)])}`
  const { key, bytes, facts } = await files.reuse(ingredients, async () => {
    const prints = [...images].flatMap(([source, image]) => (image ? [[source, image.print()] as const] : []))
    if (logo) prints.push([logo.name, store.read(logo.key)])
    const read = async ([name, print]: (typeof prints)[number]) => [name, await print] as const
    const bytesOf = Object.fromEntries(await Promise.all(prints.map(read)))
    const print = async ({ basemaps, sheetStages }: BookMaps, limitMs?: number) => {
      const book = {
        ...framed,
        images: bookImagesOf(images),
        bytes: bytesOf,
        basemaps: await Promise.all(
          basemaps.images.map(async ({ map, key, width, height, attribution, bytes }) => {
            return { map, name: key, width, height, attribution, bytes: await bytes() }
          }),
        ),
        vectors: await Promise.all(basemaps.vectors.map((vector) => withElevations(vector, basemaps))),
        sheetStages,
      }
      return await renderer.run('printBook', book, limitMs)
    }
    const { pdf, ...about } = await printInTime(maps, print)
    return { ...(await files.put(pdf, 'application/pdf')), facts: about }
  })
  for (const { code, message, externalId = null, pointer = null } of facts.warnings) {
    // Unreadable images were reported with their items when they were read.
    if (code !== 'image-unreadable') warnings.add({ code, message, externalId, pointer })
  }
  return { key, bytes, pages: facts.pages }
}

const ingredientsOf = ({ basemaps, sheetStages }: BookMaps) => {
  const beneath = [
    ...basemaps.images.map(({ map, key, attribution }) => [map, key, attribution]),
    ...basemaps.vectors.map(({ window, fingerprint: tiles, attribution }) => [window.map, tiles, attribution]),
  ]
  return [beneath, sheetStages].filter(({ length }) => length > 0)
}

/** With the elevations of the relief that is printed beneath the same map. */
async function withElevations(vector: PreparedVector, { images }: PreparedBasemaps): Promise<TilesOfMap> {
  const elevations = await images.find(({ map }) => map === vector.window.map)?.elevations()
  return elevations ? { ...vector, elevations } : vector
}
