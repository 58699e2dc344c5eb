import type { Artifacts, BuildInput } from '@guidebook/contracts'
import type { Basemap } from '@guidebook/roadbook'
import type { ObjectStore } from '@guidebook/service-kit'
import type { PreparedBasemap } from '../basemap/prepare-basemaps.ts'
import { contentVersion } from '../book/content-version.ts'
import type { SanitisedDraft } from '../book/draft.ts'
import { frameOf } from '../book/frame-of.ts'
import { gpxIngredients } from '../book/gpx-set.ts'
import { brandIcons, iconIngredients } from '../brand/brand-icons.ts'
import type { StoredLogo } from '../brand/stored-logo.ts'
import { bookImagesOf, type PreparedImages } from '../image/prepare-images.ts'
import type { ClaimedBuild } from '../outcome/build.ts'
import { iconLook } from '../svg/icon-look.ts'
import { bookPdf, pdfIngredients } from './book-pdf.ts'
import type { DrawingSources } from './build-context.ts'
import { type DraftInFrame, drawPage, type PageFiles } from './draw-page.ts'

export interface Drawing {
  build: ClaimedBuild
  input: BuildInput
  draft: SanitisedDraft
  /** The drafts of the page's other languages. */
  others: readonly SanitisedDraft[]
  images: PreparedImages
  logo: StoredLogo | null
  basemaps: readonly PreparedBasemap[]
}

export interface Drawn {
  version: string
  pdf: Artifacts['pdf']
  files: PageFiles
}

/** Makes the book and the page with its files, in two workers, and stores each as soon as it is made. Existing files are reused. */
export async function drawRelease(
  { build, input, draft, others, images, logo, basemaps }: Drawing,
  sources: DrawingSources,
): Promise<Drawn> {
  const { account, renderer, artifacts, store } = sources
  const release = frameOf(input, logo)
  const version = contentVersion(draft, release)
  const inFrame = (one: SanitisedDraft, { name } = contentVersion(one, release)): DraftInFrame => ({
    draft: one,
    frame: { ...release, contentVersion: name, createdAt: build.requestedAt.toISOString() },
  })
  const framed = inFrame(draft, version)
  const look = iconLook(input.brand)
  const unreadable = [...images].flatMap(([source, image]) => (image ? [] : [source]))
  const printed = { bookFingerprint: version.bookFingerprint, unreadable, basemaps }
  const known = await artifacts.find(account, [
    pdfIngredients(printed),
    gpxIngredients(version.tripFingerprint),
    iconIngredients(look),
  ])
  const book = { ...framed, images: bookImagesOf(images) }
  const [pdf, files, icons] = await Promise.all([
    bookPdf({
      ...sources,
      ...printed,
      known,
      print: async () => {
        const [bytes, mapImages] = await Promise.all([printsOf(images, logo, store), printedBasemaps(basemaps)])
        return await renderer.run('printBook', { ...book, bytes, basemaps: mapImages })
      },
    }),
    drawPage(
      {
        ...{ ...framed, others: others.map((one) => inFrame(one)), images, logo, known },
        ...{ trip: version.trip, tripFingerprint: version.tripFingerprint },
      },
      sources,
    ),
    brandIcons(look, known, sources),
  ])
  return { version: version.name, pdf, files: { ...files, icons } }
}

async function printsOf(
  images: PreparedImages,
  logo: StoredLogo | null,
  store: ObjectStore,
): Promise<Record<string, Uint8Array>> {
  const prints = await Promise.all([
    ...[...images].flatMap(([source, prepared]) =>
      prepared ? [prepared.print().then((bytes) => [source, bytes] as const)] : [],
    ),
    ...(logo ? [store.read(logo.key).then((bytes) => [logo.name, bytes] as const)] : []),
  ])
  return Object.fromEntries(prints)
}

const printedBasemaps = (basemaps: readonly PreparedBasemap[]): Promise<Basemap[]> =>
  Promise.all(basemaps.map(async ({ key, bytes, ...basemap }) => ({ ...basemap, name: key, bytes: await bytes() })))
