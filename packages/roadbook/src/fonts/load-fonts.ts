import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { coverageOf } from './coverage.ts'

/**
 * The fonts of the book, in fallback order. All may be embedded: Noto Sans, Noto Emoji and Nanum Gothic under the SIL Open Font License 1.1,
 * DejaVu under the Bitstream Vera licence, Kosugi (Motoya L Cedar) under the Apache License 2.0.
 */
const files = [
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans/600SemiBold_Italic/NotoSans_600SemiBold_Italic.ttf',
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  '@expo-google-fonts/kosugi/Kosugi_400Regular.ttf',
  '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
] as const

/** A folder that does not exist: all files of a book are in memory, and the template can read no others. */
export const workspace = '/guidebook-roadbook'

/** The fonts for `renderPdf`. Load them once. */
export interface Fonts {
  /** Typesets with these fonts. */
  compiler: NodeCompiler
  /** Whether at least one of them can draw the character. */
  covers(codePoint: number): boolean
}

/**
 * Reads the fonts from their npm packages (10 MB). Nothing else in this package reads files.
 * @param from URL of a module from which these packages are resolved, for code that is bundled.
 */
export const loadFonts = (from: string | URL = import.meta.url): Fonts => {
  const fonts = fontPaths(from).map((path) => readFileSync(path))
  // As bytes: Typst silently omits text when a font that it opened by path has been removed since.
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] })
  return { compiler, covers: coverageOf(fonts) }
}

/** Paths of the same fonts, for other renderers. */
export const fontPaths = (from: string | URL = import.meta.url): string[] => {
  const { resolve } = createRequire(from)
  return files.map((file) => resolve(file))
}
