import { Readable } from 'node:stream'
import { setImmediate as settled } from 'node:timers/promises'
import type { PublishedGuidebook } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { expect, test } from 'vitest'
import { publishedPages, renderedPages } from '../src/trip-link/published-pages.ts'
import { aGuidebook } from './published.ts'

/** Larger than the cache of documents. */
const large = aGuidebook({ html: `<p>${'x'.repeat(3_000_000)}</p>` })

/** Page documents by their keys. `read` has the keys of those that were read. */
function stored(documents: Record<string, PublishedGuidebook>) {
  const read: string[] = []
  const bytesOf = (key: string) => Buffer.from(JSON.stringify(documents[key]))
  async function* content(key: string) {
    read.push(key)
    yield bytesOf(key)
  }
  const pages = publishedPages({
    get: async (key) => ({
      stream: Readable.from(content(key)),
      bytes: bytesOf(key).length,
      contentType: 'application/json',
    }),
    read: async (key) => {
      read.push(key)
      return bytesOf(key)
    },
  })
  const { signal } = new AbortController()
  const use = (account: string, key: string) => ({ account, generation: 1, key, signal })
  return { pages, read, use }
}

test('many who request the same large page at once make it once', async () => {
  const { pages, read, use } = stored({ 'a/page': large })
  let made: string | undefined
  const view = () =>
    pages.findOrMake(
      use('a', 'a/page'),
      () => made,
      async () => {
        const { title } = await pages.read(1, 'a/page')
        made = title
        return title
      },
    )
  const views = await Promise.all(Array.from({ length: 16 }, view))
  expect(views).toEqual(Array(16).fill(large.title))
  expect(read).toEqual(['a/page'])
})

test('an account makes one large page at a time; its small pages and other accounts do not wait', async () => {
  const { pages, use } = stored({ 'a/1': large, 'a/2': large, 'a/small': aGuidebook(), 'b/1': large })
  const begun: string[] = []
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const make = (key: string) =>
    pages.findOrMake(
      use(key.slice(0, 1), key),
      () => undefined,
      async () => {
        begun.push(key)
        await end
        return key
      },
    )
  const keys = ['a/1', 'a/2', 'a/small', 'b/1']
  const all = Promise.all(keys.map(make))
  await eventually(() => begun.length === 3)
  await settled()
  expect(begun.toSorted()).toEqual(['a/1', 'a/small', 'b/1'])
  resolve()
  expect(await all).toEqual(keys)
})

test('the language of a document needs it once, also when it is too large for the cache', async () => {
  const { pages, read, use } = stored({ 'a/page': large, 'a/small': aGuidebook({ lang: 'de' }) })
  const languages = () => Promise.all(['a/page', 'a/small'].map((key) => pages.languageOf(use('a', key))))
  expect(await languages()).toEqual(['en', 'de'])
  expect(await languages()).toEqual(['en', 'de'])
  expect(read.toSorted()).toEqual(['a/page', 'a/small'])
})

test('the page of the largest trip is cached, and displaces no small page', () => {
  const cache = renderedPages()
  const page = (bytes: number) => ({ body: Buffer.alloc(bytes), headers: {}, etag: '' })
  cache.set('small', page(40_000))
  // The builder allows 7,000,000 characters of text, each of up to three bytes.
  for (const name of ['large', 'largest']) cache.set(name, page(7_000_000 * 3 + 1_000_000))
  expect(['small', 'large', 'largest'].map((name) => cache.get(name) !== undefined)).toEqual([true, false, true])
})
