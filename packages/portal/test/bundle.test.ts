import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = join(import.meta.dirname, '..', 'dist')
const read = (name: string) => readFileSync(join(dist, name))

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}
const manifest: Record<string, Chunk> = JSON.parse(String(read('.vite/manifest.json')))

/** The files that a browser loads before it shows the first page. */
function staticFiles(name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (chunk === undefined || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const one of chunk.imports ?? []) staticFiles(one, found)
  return found
}

const documents = ['index.html', 'support.html']

test.each(documents)('the first view of %s needs at most 250 kB of compressed JavaScript', (document) => {
  const files = [...staticFiles(document)].filter((file) => file.endsWith('.js'))
  const bytes = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(250_000)
})

test.each(documents)('%s has no inline script and no inline style, and names no other host', (name) => {
  const document = String(read(name))
  expect(document).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=|https?:/)
  expect(document).toContain('nonce="%NONCE%"')
})

test('each page is a file that is loaded when it is opened', () => {
  const pages = Object.entries(manifest).filter(([name]) => /-page\.tsx$/.test(name))
  expect(pages.length).toBeGreaterThan(8)
  const first = new Set(documents.flatMap((document) => [...staticFiles(document)]))
  expect(pages.filter(([, { file }]) => first.has(file))).toEqual([])
})
