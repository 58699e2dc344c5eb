import type { Artifacts, BuildInput } from '@guidebook/contracts'
import type { MapGround } from '@guidebook/roadbook'
import type { ObjectStore } from '@guidebook/service-kit'
import { bookPdf, pdfIngredients } from './book-pdf.ts'
import { gpxIngredients } from '../book/gpx-set.ts'
import { contentVersion } from '../book/content-version.ts'
import { frameOf } from '../book/frame-of.ts'
import type { SanitisedDraft } from '../book/draft.ts'
import type { PreparedBasemap } from '../basemap/prepare-basemaps.ts'
import { brandIcons, iconIngredients } from '../brand/brand-icons.ts'
import { iconLook } from '../svg/icon-look.ts'
import type { StoredLogo } from '../brand/stored-logo.ts'
import { measuresOf, type PreparedImages } from '../image/prepare-images.ts'
import type { ClaimedBuild } from '../outcome/build.ts'
import type { DrawingSources } from './build-context.ts'
import { type DraftInFrame, drawPage, type PageFiles } from './draw-page.ts'

export interface Drawing {
  build: ClaimedBuild
  input: BuildInput
  draft: SanitisedDraft
  /** The same in the other languages of the page. */
  others: readonly SanitisedDraft[]
  pictures: PreparedImages
  logo: StoredLogo | null
  grounds: readonly PreparedBasemap[]
}

export interface Drawn {
  version: string
  pdf: Artifacts['pdf']
  files: PageFiles
}

/**
 * The book, and the page with its files, each in a worker of its own, as far as they are not the same as before. Each is stored
 * as soon as it is made.
 */
export async function drawRelease(
  { build, input, draft, others, pictures, logo, grounds }: Drawing,
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
  const unreadable = [...pictures].flatMap(([source, picture]) => (picture ? [] : [source]))
  const printed = { bookFingerprint: version.bookFingerprint, unreadable, grounds }
  const known = await artifacts.find(account, [
    pdfIngredients(printed),
    gpxIngredients(version.tripFingerprint),
    iconIngredients(look),
  ])
  const book = { ...framed, pictures: measuresOf(pictures) }
  const [pdf, files, icons] = await Promise.all([
    bookPdf({
      ...sources,
      ...printed,
      known,
      print: async () => {
        const [bytes, beneath] = await Promise.all([printsOf(pictures, logo, store), basemapsOf(grounds)])
        return await renderer.run('printBook', { ...book, bytes, grounds: beneath })
      },
    }),
    drawPage(
      {
        ...{ ...framed, others: others.map((one) => inFrame(one)), pictures, logo, known },
        ...{ trip: version.trip, tripFingerprint: version.tripFingerprint },
      },
      sources,
    ),
    brandIcons(look, known, sources),
  ])
  return { version: version.name, pdf, files: { ...files, icons } }
}

async function printsOf(
  pictures: PreparedImages,
  logo: StoredLogo | null,
  store: ObjectStore,
): Promise<Record<string, Uint8Array>> {
  const prints = await Promise.all([
    ...[...pictures].flatMap(([source, prepared]) =>
      prepared ? [prepared.print().then((bytes) => [source, bytes] as const)] : [],
    ),
    ...(logo ? [store.read(logo.key).then((bytes) => [logo.name, bytes] as const)] : []),
  ])
  return Object.fromEntries(prints)
}

const basemapsOf = (grounds: readonly PreparedBasemap[]): Promise<MapGround[]> =>
  Promise.all(grounds.map(async ({ key, bytes, ...ground }) => ({ ...ground, name: key, bytes: await bytes() })))
