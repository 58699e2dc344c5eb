import { messagesOf } from '@guidebook/messages'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { RoadbookDocument, RoadbookWarning } from '../document.ts'
import { drawableText } from '../fonts/drawable-text.ts'
import { type Fonts, workspace } from '../fonts/load-fonts.ts'
import { fontFamily } from '../map/svg.ts'
import { plainText } from '../text/plain-text.ts'
import { bookData } from './book-data.ts'
import { BookFiles } from './book-files.ts'
import { glyphWarnings } from './glyph-warnings.ts'
import { bookTemplate } from './template/book.ts'

export interface RenderedPdf {
  pdf: Uint8Array
  pages: number
  warnings: RoadbookWarning[]
}

/**
 * Compilations that an unused cache entry survives. A book that shares content with the previous one takes half of the time; the cache needs
 * about 50 MB.
 */
const cacheAge = 1

/** The binding reports diagnostics in the error's `code`; its message is empty. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error && 'code' in error && String(error.code)) || String(error)

const isReadable = (compiler: NodeCompiler, file: string): boolean => {
  try {
    compiler.pdf({ mainFileContent: `#image("${file}", width: 1cm)` })
    return true
  } catch {
    return false // The reason is known from the failed book; only the image is wanted.
  }
}

/** Tries each image alone, after a whole book has failed: a file with an image's signature may be damaged. */
const unreadablePictures = (compiler: NodeCompiler, pictures: ReadonlyMap<string, string>): Set<string> => {
  const broken = [...pictures].filter(([, file]) => !isReadable(compiler, file))
  return new Set(broken.map(([name]) => name))
}

/** Why the book cannot be declared as PDF/UA-1; null: it failed for another reason. */
const accessibilityFault = (error: unknown): string | null =>
  /PDF\/UA-1 error: ([^"]*)/.exec(reasonOf(error))?.[1] ?? null

/** Faults that earlier attempts at the book found. */
interface KnownFaults {
  /** Names of unreadable images. */
  refused: ReadonlySet<string>
  /** Why the book cannot be declared as PDF/UA-1. */
  fault: string | null
}

const undeclared = (fault: string): RoadbookWarning => ({
  code: 'pdf-not-accessible',
  message: `The book is complete, but cannot be declared as accessible (PDF/UA-1): ${fault}. The usual reason is a name in Thai or Devanagari letters on a map.`,
})

const typeset = (book: RoadbookDocument, fonts: Fonts, { refused, fault }: KnownFaults): RenderedPdf => {
  const { compiler, covers } = fonts
  const { imageMissing, overview } = messagesOf('roadbook', book.lang)
  const files = new BookFiles({ missing: imageMissing, title: plainText(book.title) || overview }, refused)
  const text = drawableText(covers)
  const content = bookData(book, files)
  const data = text.of(JSON.stringify(content))
  if (content.isEastAsian) fonts.requireFonts()
  compiler.resetShadow()
  compiler.mapShadow(`${workspace}/book.json`, Buffer.from(data))
  for (const [file, bytes] of files.files) {
    const drawing = () => text.of(Buffer.from(bytes).toString().replace(fontFamily, content.fontFamily))
    compiler.mapShadow(`${workspace}${file}`, Buffer.from(file.endsWith('.svg') ? drawing() : bytes))
  }
  let pdf: Uint8Array
  try {
    // In one call: an intermediate document would keep its memory until garbage collection.
    pdf = compiler.pdf({ mainFileContent: bookTemplate }, fault === null ? { pdfStandard: 'ua-1' } : undefined)
  } catch (error) {
    const found = fault === null ? accessibilityFault(error) : null
    if (found !== null) return typeset(book, fonts, { refused, fault: found })
    const broken = refused.size === 0 ? unreadablePictures(compiler, files.pictures) : new Set<string>()
    if (broken.size > 0) return typeset(book, fonts, { refused: broken, fault })
    throw new Error(`The book could not be typeset: ${reasonOf(error)}`)
  }
  const [pages] = compiler.query({ mainFileContent: bookTemplate }, { selector: '<pages>', field: 'value' }) as [number]
  const warnings: RoadbookWarning[] = [...files.unreadable].map((name) => ({
    code: 'image-unreadable',
    message: `The picture ${name} could not be read; a placeholder is printed.`,
  }))
  if (fault !== null) warnings.push(undeclared(fault))
  return { pdf, pages, warnings: [...warnings, ...glyphWarnings(book, text.missing)] }
}

/**
 * The roadbook as tagged PDF, declared as PDF/UA-1 where its texts allow that. Synchronous and slow: run it in a worker. Equal documents give
 * equal bytes. An unreadable image becomes a placeholder and a warning; throws only if the template fails.
 */
export const renderPdf = (book: RoadbookDocument, fonts: Fonts): RenderedPdf => {
  try {
    return typeset(book, fonts, { refused: new Set(), fault: null })
  } finally {
    fonts.compiler.resetShadow()
    fonts.compiler.evictCache(cacheAge)
  }
}
