import { cpSync, mkdtempDisposableSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import packaging from '../../package.json' with { type: 'json' }
import { loadFonts, renderPdf } from '../../src/index.ts'
import { fullBook } from './full-book.ts'

/** The fonts of a copy of their packages that is gone by now, as after an update beneath a running process. */
const fontsSinceGone = () => {
  using copy = mkdtempDisposableSync(join(tmpdir(), 'fonts-'))
  const { resolve } = createRequire(import.meta.url)
  for (const [name, files] of Object.entries(packaging.guidebook.files)) {
    for (const file of files) cpSync(resolve(`${name}/${file}`), join(copy.path, 'node_modules', name, file))
  }
  return loadFonts(pathToFileURL(join(copy.path, 'program.js')))
}

test('a book has all its letters, even if its fonts were removed after they were loaded', () => {
  const book = { ...fullBook, title: 'Alpen שביל ไทย ☀ 🏔' }
  const { pdf, warnings } = renderPdf(book, fontsSinceGone())
  expect(warnings).toEqual([])
  expect(Buffer.from(pdf).equals(renderPdf(book, loadFonts()).pdf)).toBe(true)
})

test('a book fails rather than losing East Asian letters, whose fonts are opened only when a text needs them', () => {
  expect(() => renderPdf({ ...fullBook, title: '日本語 한국어' }, fontsSinceGone())).toThrow(/no such file/)
})
