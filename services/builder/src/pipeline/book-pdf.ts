import type { Artifacts } from '@guidebook/contracts'
import type { ObjectStore } from '@guidebook/service-kit'
import { fingerprint } from '../artifact/fingerprint.ts'
import { objectBody } from '../artifact/object-body.ts'
import type { Artifact } from '../artifact/queries.ts'
import type { PreparedBasemap } from '../basemap/prepare-basemaps.ts'
import type { Warnings } from '../outcome/warnings.ts'
import type { PrintedBook } from '../render/tasks.ts'

type Pdf = NonNullable<Artifacts['pdf']>
type PdfFacts = Pick<PrintedBook, 'pages' | 'warnings'>

export interface PdfToMake {
  account: string
  /** Hash of everything that the book contains. Includes booking code and link, so books of different releases differ. */
  bookFingerprint: string
  /** Unreadable images: once they are readable, the book changes. */
  unreadable: readonly string[]
  /** Basemaps by content: with others the book changes. */
  basemaps: readonly BookBasemap[]
  known: ReadonlyMap<string, Artifact>
  print(): Promise<PrintedBook>
  store: ObjectStore
  made(artifact: Artifact): void
  warnings: Warnings
}

export type BookBasemap = Pick<PreparedBasemap, 'map' | 'key' | 'attribution'>

export const pdfIngredients = ({ bookFingerprint, unreadable, basemaps }: PdfContent): string => {
  const maps = basemaps.map(({ map, key, attribution }) => [map, key, attribution])
  return `pdf-${fingerprint([bookFingerprint, unreadable, ...(maps.length === 0 ? [] : [maps])])}`
}

type PdfContent = Pick<PdfToMake, 'bookFingerprint' | 'unreadable' | 'basemaps'>

/** The roadbook: an existing one with the same ingredients, or a new one. */
export async function bookPdf(pdf: PdfToMake): Promise<Pdf> {
  const ingredients = pdfIngredients(pdf)
  const known = pdf.known.get(ingredients) as Artifact<PdfFacts> | undefined
  if (known) {
    report(known.facts.warnings, pdf.warnings)
    return { key: known.key, bytes: known.bytes, pages: known.facts.pages }
  }
  const { pdf: content, pages, warnings } = await pdf.print()
  report(warnings, pdf.warnings)
  const mediaType = 'application/pdf'
  const { key, bytes } = await pdf.store.putByContent(`builder/${pdf.account}`, objectBody(content), {
    contentType: mediaType,
    extension: '.pdf',
  })
  pdf.made({ ingredients, key, bytes, mediaType, facts: { pages, warnings } })
  return { key, bytes, pages }
}

/** Unreadable images were reported with their items when they were read. */
const report = (all: PrintedBook['warnings'], warnings: Warnings): void => {
  for (const { code, message } of all)
    if (code !== 'image-unreadable') warnings.add({ severity: 'info', code, message })
}
