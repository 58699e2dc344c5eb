import { extractText, getDocumentProxy } from 'unpdf'

export interface ReadPdf {
  pages: number
  /** All text with collapsed white space. Hyphens at line ends are not joined. */
  text: string
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(bytes)
  const { totalPages, text } = await extractText(document, { mergePages: true })
  return { pages: totalPages, text: text.replaceAll(/\s+/g, ' ') }
}
