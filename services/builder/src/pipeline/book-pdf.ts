import type { Artifacts } from '@guidebook/contracts'
import type { ObjectStore } from '@guidebook/service-kit'
import type { Warnings } from '../outcome/warnings.ts'
import type { PreparedBasemap } from '../basemap/prepare-basemaps.ts'
import type { PrintedBook } from '../render/tasks.ts'
import { fingerprint } from '../artifact/fingerprint.ts'
import { objectBody } from '../artifact/object-body.ts'
import type { Artifact } from '../artifact/queries.ts'

type Pdf = NonNullable<Artifacts['pdf']>
type PdfFacts = Pick<PrintedBook, 'pages' | 'warnings'>

export interface PdfToMake {
  account: string
  /** Everything that is printed in it; it names booking code and link, so no other release's book can be the same. */
  bookFingerprint: string
  /** Pictures that could not be read: with them it would be another book. */
  unreadable: readonly string[]
  /** What lies beneath its maps, by content: with other ones, too. */
  grounds: readonly BookBasemap[]
  known: ReadonlyMap<string, Artifact>
  print(): Promise<PrintedBook>
  store: ObjectStore
  made(artifact: Artifact): void
  warnings: Warnings
}

export type BookBasemap = Pick<PreparedBasemap, 'map' | 'key' | 'attribution'>

export const pdfIngredients = ({ bookFingerprint, unreadable, grounds }: PdfContent): string => {
  const beneath = grounds.map(({ map, key, attribution }) => [map, key, attribution])
  return `pdf-${fingerprint([bookFingerprint, unreadable, ...(beneath.length === 0 ? [] : [beneath])])}`
}

type PdfContent = Pick<PdfToMake, 'bookFingerprint' | 'unreadable' | 'grounds'>

/** The roadbook: the one that was printed from the same ingredients before, or a new one. */
export async function bookPdf(pdf: PdfToMake): Promise<Pdf> {
  const ingredients = pdfIngredients(pdf)
  const known = pdf.known.get(ingredients) as Artifact<PdfFacts> | undefined
  if (known) {
    tell(known.facts.warnings, pdf.warnings)
    return { key: known.key, bytes: known.bytes, pages: known.facts.pages }
  }
  const { pdf: content, pages, warnings } = await pdf.print()
  tell(warnings, pdf.warnings)
  const mediaType = 'application/pdf'
  const { key, bytes } = await pdf.store.putByContent(`builder/${pdf.account}`, objectBody(content), {
    contentType: mediaType,
    extension: '.pdf',
  })
  pdf.made({ ingredients, key, bytes, mediaType, facts: { pages, warnings } })
  return { key, bytes, pages }
}

/** What could not be read was told with its owner's name when it was read. */
const tell = (all: PrintedBook['warnings'], warnings: Warnings): void => {
  for (const { code, message } of all)
    if (code !== 'image-unreadable') warnings.add({ severity: 'info', code, message })
}
