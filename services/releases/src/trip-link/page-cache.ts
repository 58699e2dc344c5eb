import { etagOfBytes } from '@guidebook/service-kit'
import { LRUCache } from 'lru-cache'
import type { Page } from './page/document.ts'

/** A page as it goes out, any number of times. */
export interface FinishedPage {
  body: Buffer
  headers: Page['headers']
  etag: string
}

/** Finished pages of trips that are looked at. `facts` are all that a page depends on: with any other of them it is another page. */
export interface PageCache {
  page(facts: readonly unknown[], make: () => Promise<Page>): Promise<FinishedPage>
}

/** Bytes: some hundred pages of one stage, a few dozen of ten. */
const cacheSize = 4 * 1024 * 1024

export function pageCache(): PageCache {
  const known = new LRUCache<string, FinishedPage>({
    maxSize: cacheSize,
    sizeCalculation: ({ body }) => body.length,
  })
  return {
    async page(facts, make) {
      const key = JSON.stringify(facts)
      const before = known.get(key)
      if (before !== undefined) return before
      const page = finished(await make())
      known.set(key, page)
      return page
    },
  }
}

export function finished({ body, headers }: Page): FinishedPage {
  const bytes = Buffer.from(body)
  return { body: bytes, headers, etag: etagOfBytes(bytes) }
}
