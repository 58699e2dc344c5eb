import type { Artifacts, BuildInput, PublishedGuidebook } from '@guidebook/contracts'
import { bookPdf, pdfIngredients } from '../artifact/book-pdf.ts'
import { type GpxFacts, type GpxSet, gpxIngredients, gpxSetOf, storeGpxSet } from '../artifact/gpx-set.ts'
import type { Artifact } from '../artifact/queries.ts'
import { contentVersion } from '../book/content-version.ts'
import type { BookFrame, Pictures } from '../book/frame.ts'
import { frameOf } from '../book/frame-of.ts'
import { stageFiles } from '../book/gpx-files.ts'
import type { Draft } from '../content/draft.ts'
import type { PreparedPicture } from '../picture/prepare-pictures.ts'
import type { ClaimedBuild } from './build.ts'
import type { BuildContext } from './build-context.ts'
import type { Warnings } from './warnings.ts'

export interface Drawing {
  build: ClaimedBuild
  input: BuildInput
  draft: Draft
  pictures: ReadonlyMap<string, PreparedPicture | null>
}

export type DrawingSources = BuildContext & { account: string; warnings: Warnings; made(artifact: Artifact): void }

export interface Drawn {
  version: string
  page: PublishedGuidebook
  gpx: GpxSet | null
  pdf: Artifacts['pdf']
}

/** The book, the page and the GPX files, each in a thread of its own, as far as they are not the same as before. */
export async function drawRelease({ build, input, draft, pictures }: Drawing, sources: DrawingSources): Promise<Drawn> {
  const { account, renderer, artifacts } = sources
  const release = frameOf(input)
  const version = contentVersion(draft, release)
  const frame: BookFrame = { ...release, contentVersion: version.name, createdAt: build.requestedAt.toISOString() }
  const unreadable = [...pictures].flatMap(([source, picture]) => (picture ? [] : [source]))
  const known = await artifacts.find(account, [
    pdfIngredients(version.bookFingerprint, unreadable),
    gpxIngredients(version.tripFingerprint),
  ])
  const drawing = { draft, frame, pictures: measuresOf(pictures) }
  const [pdf, { page, gpx }] = await Promise.all([
    bookPdf({
      ...sources,
      bookFingerprint: version.bookFingerprint,
      unreadable,
      known,
      print: async () => renderer.run('printBook', { ...drawing, bytes: await printsOf(pictures) }),
    }),
    composePage({ ...drawing, trip: version.trip, tripFingerprint: version.tripFingerprint, known }, sources),
  ])
  return { version: version.name, page, gpx, pdf }
}

interface Page {
  draft: Draft
  frame: BookFrame
  pictures: Pictures
  trip: string
  tripFingerprint: string
  known: ReadonlyMap<string, Artifact>
}

async function composePage(
  { draft, frame, pictures, trip, tripFingerprint, known }: Page,
  { account, renderer, store, warnings, made }: DrawingSources,
): Promise<{ page: PublishedGuidebook; gpx: GpxSet | null }> {
  const ingredients = gpxIngredients(tripFingerprint)
  const before = known.get(ingredients) as Artifact<GpxFacts> | undefined
  const { page, gpx, leftOut } = await renderer.run('composePage', {
    draft,
    frame,
    pictures,
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

const measuresOf = (pictures: ReadonlyMap<string, PreparedPicture | null>): Pictures =>
  Object.fromEntries([...pictures].map(([source, prepared]) => [source, prepared?.picture ?? null]))

async function printsOf(pictures: ReadonlyMap<string, PreparedPicture | null>): Promise<Record<string, Uint8Array>> {
  const prints = await Promise.all(
    [...pictures].flatMap(([source, prepared]) =>
      prepared ? [prepared.print().then((bytes) => [source, bytes] as const)] : [],
    ),
  )
  return Object.fromEntries(prints)
}
