import { cpSync, mkdtempDisposableSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { loadFonts, renderPdf } from '../../src/index.ts'
import { fullBook } from './full-book.ts'

const packages = [
  '@expo-google-fonts/noto-sans',
  'dejavu-fonts-ttf',
  '@expo-google-fonts/noto-emoji',
  '@expo-google-fonts/kosugi',
  '@expo-google-fonts/nanum-gothic',
]

/** The fonts of a copy of their packages that is gone by now, as after an update beneath a running process. */
const fontsSinceGone = () => {
  using copy = mkdtempDisposableSync(join(tmpdir(), 'fonts-'))
  const { resolve } = createRequire(import.meta.url)
  for (const name of packages) {
    cpSync(dirname(resolve(`${name}/package.json`)), join(copy.path, 'node_modules', name), { recursive: true })
  }
  return loadFonts(pathToFileURL(join(copy.path, 'program.js')))
}

test('a book has all its letters, even if its fonts were removed after they were loaded', () => {
  const book = { ...fullBook, title: 'Alpen 日本語 한국어 ☀ 🏔' }
  const { pdf, warnings } = renderPdf(book, fontsSinceGone())
  expect(warnings).toEqual([])
  expect(Buffer.from(pdf).equals(renderPdf(book, loadFonts()).pdf)).toBe(true)
})
