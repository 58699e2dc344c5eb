import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { createCompiler } from './compiler.ts'
import { coverageOf } from './coverage.ts'

/**
 * Fonts of the book, in the order in which a missing letter is looked for. All are free to embed: Noto Sans, Noto Emoji
 * and Nanum Gothic under the SIL Open Font License 1.1, DejaVu under the Bitstream Vera licence, Kosugi (Motoya L
 * Cedar) under the Apache License 2.0.
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

/** The fonts as `renderPdf` needs them; load once and hand to every call. */
export interface Fonts {
  /** Typesets with them. */
  compiler: NodeCompiler
  /** Whether at least one of them can draw the character. */
  covers(codePoint: number): boolean
}

/**
 * Reads the fonts from their npm packages: the one place of this package that touches the disk. Their bytes, ten megabytes, are the
 * compiler's from then on.
 * @param from URL of a module from which those packages can be found; needed when this code is bundled into another.
 */
export const loadFonts = (from: string | URL = import.meta.url): Fonts => {
  const fonts = fontPaths(from).map((path) => readFileSync(path))
  return { compiler: createCompiler(fonts), covers: coverageOf(fonts) }
}

/** Where the same fonts lie, for whoever draws with something else. Touches the disk only to look for them. `from` is as above. */
export const fontPaths = (from: string | URL = import.meta.url): string[] => {
  const { resolve } = createRequire(from)
  return files.map((file) => resolve(file))
}
