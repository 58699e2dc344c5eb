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

test.each(documents)('the first view of %s needs at most 180 kB of compressed JavaScript', (document) => {
  const files = [...staticFiles(document)].filter((file) => file.endsWith('.js'))
  const bytes = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(180_000)
})

test.each(documents)('%s has no inline script and no inline style, and names no other host', (name) => {
  const document = String(read(name))
  expect(document).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=|https?:/)
  expect(document).toContain('nonce="%NONCE%"')
})

test('the portal requests the first page’s data before anything else, and support’s pages do not', () => {
  const [, early = ''] =
    /<head>\s*<script type="module" async [^>]*src="\/portal\/([^"]+)"/.exec(String(read('index.html'))) ?? []
  expect(String(read(early))).toContain('/portal/session')
  expect(gzipSync(read(early)).length).toBeLessThan(4_000)
  expect(staticFiles('index.html')).toContain(early)
  expect(staticFiles('support.html')).not.toContain(early)
})

test('each page is a file that is loaded when it is opened', () => {
  const pages = Object.entries(manifest).filter(([name]) => /-page\.tsx$/.test(name))
  expect(pages.length).toBeGreaterThan(8)
  const first = new Set(documents.flatMap((document) => [...staticFiles(document)]))
  expect(pages.filter(([, { file }]) => first.has(file))).toEqual([])
})
