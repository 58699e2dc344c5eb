import { accessSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { coverageOf } from './coverage.ts'
import { fontFiles, hanFontFiles } from './font-files.ts'

/** A folder that does not exist: all files of a book are in memory, and the template can read no others. */
export const workspace = '/guidebook-roadbook'

/** The fonts for `renderPdf`. Load them once. */
export interface Fonts {
  /** Typesets with these fonts. */
  compiler: NodeCompiler
  /** Whether at least one of them can draw the character. */
  covers(codePoint: number): boolean
  /** Throws if a font that is read only when a text needs it was removed since. */
  requireFonts(): void
}

/** Whether a character may be Chinese, Japanese or Korean. Their blocks are above those of all scripts that the other fonts have. */
const isEastAsian = (code: number): boolean => code >= 0x2e80

/**
 * Reads the fonts from their npm packages: 6 MB at once, and 29 MB of East Asian fonts only when a text needs them. Nothing else in this package
 * reads files.
 * @param from URL of a module from which these packages are resolved, for code that is bundled.
 */
export const loadFonts = (from: string | URL = import.meta.url): Fonts => {
  const { resolve } = createRequire(from)
  const fonts = fontFiles.map((file) => readFileSync(resolve(file)))
  const hanPaths = hanFontFiles.map((file) => resolve(file))
  const covers = coverageOf(fonts)
  let hanCovers: typeof covers | undefined
  // Most fonts as bytes: Typst silently omits text when a font that it opened by path has been removed since. The East Asian ones by path: Typst opens
  // them for the first text that needs them, while their bytes would cost each worker 60 MB and two seconds.
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }, { fontPaths: hanPaths }] })
  return {
    compiler,
    covers(code) {
      if (covers(code) || !isEastAsian(code)) return covers(code)
      hanCovers ??= coverageOf(hanPaths.map((path) => readFileSync(path)))
      return hanCovers(code)
    },
    requireFonts() {
      for (const path of hanPaths) accessSync(path)
    },
  }
}

/** Paths of the same fonts, for other renderers: those that the text needs. */
export const fontPaths = (text: string): string[] => {
  const { resolve } = createRequire(import.meta.url)
  const needsHan = [...text].some((sign) => isEastAsian(sign.codePointAt(0) as number))
  return (needsHan ? [...fontFiles, ...hanFontFiles] : fontFiles).map((file) => resolve(file))
}
