import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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

/** What `renderPdf` knows of the fonts; load once and hand to every call, which remembers what it derives from them. */
export interface Fonts {
  /** Typst reads those that a book needs. */
  files: readonly string[]
  /** Whether at least one of them can draw the character. */
  covers(codePoint: number): boolean
}

/**
 * Finds the fonts in their npm packages and reads what they can draw. Their bytes, ten megabytes, are not kept.
 * @param from URL of a module from which those packages can be found; needed when this code is bundled into another.
 */
export const loadFonts = (from: string | URL = import.meta.url): Fonts => {
  const { resolve } = createRequire(from)
  const found = files.map((file) => resolve(file))
  return { files: found, covers: coverageOf(found.map((file) => readFileSync(file))) }
}
