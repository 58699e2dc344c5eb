import { type PublishedGuidebook, schemas, validate } from '@guidebook/contracts'
import { etagOfBytes, type ObjectStore } from '@guidebook/service-kit'
import { LRUCache } from 'lru-cache'
import type { Publication } from '../builds/queries.ts'
import type { Page } from './page/document.ts'

export type PublishedPages = ReturnType<typeof publishedPages>

/** Bytes of the documents in memory: those whose page is rendered again, in another language or on another day. */
const documentBytes = 2 * 1024 * 1024

/** Page documents of builds. A document never changes under its key and generation, so the most requested ones stay in memory. */
export function publishedPages(objectStore: ObjectStore) {
  const cache = new LRUCache<string, { document: PublishedGuidebook; bytes: number }>({
    maxSize: documentBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  return {
    async read(generation: number, key: string): Promise<PublishedGuidebook> {
      const name = `${generation} ${key}`
      const cached = cache.get(name)
      if (cached !== undefined) return cached.document
      const bytes = await objectStore.read(key)
      const document = JSON.parse(bytes.toString('utf8'))
      const [fault] = validate(schemas.publishedGuidebook, document)
      if (fault !== undefined) throw new TypeError(`page document invalid at "${fault.pointer}": ${fault.message}`)
      cache.set(name, { document, bytes: bytes.length })
      return document
    },
  }
}

/** Key of the page document in a language, of the release's own without one; null when the trip has no page in it. */
export async function pageKey(
  pages: PublishedPages,
  { generation, artifacts: { page, languages = [] } }: Pick<Publication, 'generation' | 'artifacts'>,
  requested?: string,
): Promise<string | null> {
  if (requested === undefined) return page.key
  const other = languages.find(({ lang }) => lang === requested)
  if (other !== undefined) return other.key
  // The published page may still be in the language that the release had before.
  const own = await pages.read(generation, page.key)
  return own.lang === requested ? page.key : null
}

/** A page as it is sent, any number of times. */
export interface RenderedPage extends Pick<Page, 'headers'> {
  body: Buffer
  etag: string
}

/** Bytes: some hundred pages of one stage, a few dozen of ten. */
const renderedBytes = 4 * 1024 * 1024

/** Rendered pages by all facts that they depend on. */
export type RenderedPages = LRUCache<string, RenderedPage>

export const renderedPages = (): RenderedPages =>
  new LRUCache({ maxSize: renderedBytes, sizeCalculation: ({ body }) => body.length })

export function rendered({ body, headers }: Page): RenderedPage {
  const bytes = Buffer.from(body)
  return { body: bytes, headers, etag: etagOfBytes(bytes) }
}
