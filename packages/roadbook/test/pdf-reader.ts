import { extractLinks, extractText, getDocumentProxy, getMeta } from 'unpdf'

/** What an independent reader (pdf.js) finds in a PDF. */
export const readPdf = async (pdf: Uint8Array) => {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { text } = await extractText(document)
  const { links } = await extractLinks(document)
  const { info } = await getMeta(document)
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
  // Breaks that the typesetter made are none in the text; soft hyphens at line ends neither.
  const pages = text.map((page) => page.replaceAll('\u200B', '').replaceAll(/\s+/g, ' '))
  return {
    pages,
    text: pages.join(' '),
    lines: text.flatMap((page) => page.split('\n').map((line) => line.trim())),
    letters: lettersOf(pages.join('')),
    links,
    /** Points. */
    size: [Math.round(width), Math.round(height)],
    info,
    tagged: (await document.getMarkInfo())?.Marked === true,
  }
}

/**
 * Without white space, which readers reconstruct differently, hyphens, which the typesetter adds, and accents, which a
 * reader may attach to another letter when one text in the book stacks dozens of them.
 */
export const lettersOf = (text: string): string => text.normalize('NFKD').replaceAll(/[\p{M}\s\u00AD\u2010-]/gu, '')
