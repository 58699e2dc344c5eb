import type { Artifacts } from '@guidebook/contracts'
import type { ObjectStore } from '@guidebook/service-kit'
import type { Warnings } from '../build/warnings.ts'
import type { PrintedBook } from '../render/tasks.ts'
import { fingerprint } from './fingerprint.ts'
import { objectBody } from './object-body.ts'
import type { Artifact } from './queries.ts'

type Pdf = NonNullable<Artifacts['pdf']>
type PdfFacts = Pick<PrintedBook, 'pages' | 'warnings'>

export interface PdfToMake {
  account: string
  /** Everything that is printed in it; it names booking code and link, so no other release's book can be the same. */
  bookFingerprint: string
  /** Pictures that could not be read: with them it would be another book. */
  unreadable: readonly string[]
  known: ReadonlyMap<string, Artifact>
  print(): Promise<PrintedBook>
  store: ObjectStore
  made(artifact: Artifact): void
  warnings: Warnings
}

export const pdfIngredients = (bookFingerprint: string, unreadable: readonly string[]): string =>
  `pdf-${fingerprint([bookFingerprint, unreadable])}`

/** The roadbook: the one that was printed from the same ingredients before, or a new one. */
export async function bookPdf(pdf: PdfToMake): Promise<Pdf> {
  const ingredients = pdfIngredients(pdf.bookFingerprint, pdf.unreadable)
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
