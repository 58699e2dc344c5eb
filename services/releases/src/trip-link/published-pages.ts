import { type PublishedGuidebook, schemas, validate } from '@guidebook/contracts'
import { etagOfBytes, FairSemaphore, type ObjectStore } from '@guidebook/service-kit'
import { LRUCache } from 'lru-cache'
import type { Publication } from '../builds/queries.ts'
import type { Release } from '../release/release.ts'
import type { Page } from './page/document.ts'

export type PublishedPages = ReturnType<typeof publishedPages>

/** Bytes of the documents in memory: those whose page is rendered again, in another language or on another day. */
const documentBytes = 2 * 1024 * 1024

/** A document or page of more bytes is large; a page of twenty stages is not. */
const largeBytes = 256 * 1024

/**
 * Large documents from which travellers' pages are made at once: one of an account, two of a process. The largest has 7,000,000 characters of
 * text. Checking and rendering it blocks the process and takes several times its memory.
 */
const largeShares = { capacity: 2, perOwner: 1, mostWaiting: 1_000, waitMs: 10_000 }

/** A page document that a request needs. */
interface DocumentUse {
  /** Whose share it takes. */
  account: string
  generation: number
  key: string
  signal: AbortSignal
}

/** Page documents of builds. A document never changes under its key and generation, so the most requested ones stay in memory. */
export function publishedPages(objectStore: Pick<ObjectStore, 'get' | 'read'>) {
  const cache = new LRUCache<string, { document: PublishedGuidebook; bytes: number }>({
    maxSize: documentBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  /** Also of documents that are too large for the cache. The language is absent until one was read. */
  const facts = new LRUCache<string, { isLarge: boolean; lang?: string }>({ max: 10_000 })
  const shares = new FairSemaphore(largeShares)

  const store = (name: string, bytes: Buffer): PublishedGuidebook => {
    const document = parse(bytes)
    cache.set(name, { document, bytes: bytes.length })
    facts.set(name, { isLarge: bytes.length > largeBytes, lang: document.lang })
    return document
  }

  const read = async (generation: number, key: string): Promise<PublishedGuidebook> => {
    const name = nameOf(generation, key)
    return cache.get(name)?.document ?? store(name, await objectStore.read(key))
  }

  /** Reads a document whose size is unknown, unless it is large. */
  const isLarge = async (generation: number, key: string): Promise<boolean> => {
    const name = nameOf(generation, key)
    const found = facts.get(name)
    if (found !== undefined) return found.isLarge
    const { stream, bytes } = await objectStore.get(key)
    if (bytes > largeBytes) {
      stream.destroy()
      facts.set(name, { isLarge: true })
      return true
    }
    store(name, Buffer.concat(await stream.toArray()))
    return false
  }

  const findOrMake = async <T>(
    { account, generation, key, signal }: DocumentUse,
    find: () => T | undefined,
    make: () => Promise<T>,
  ): Promise<T> => {
    const found = find()
    if (found !== undefined) return found
    if (!(await isLarge(generation, key))) return await make()
    return await shares.run(account, async () => find() ?? (await make()), { signal })
  }

  return {
    read,
    /**
     * Returns what `find` finds, else what `make` makes of the document. Large documents are used one at a time for each account, and a request that
     * waited finds what another one has made. So neither may call `findOrMake` or `languageOf`.
     */
    findOrMake,
    /** The language of a document, which is read at most once for it. */
    languageOf: (use: DocumentUse): Promise<string> =>
      findOrMake(
        use,
        () => facts.get(nameOf(use.generation, use.key))?.lang,
        async () => (await read(use.generation, use.key)).lang,
      ),
  }
}

const nameOf = (generation: number, key: string): string => `${generation} ${key}`

function parse(bytes: Buffer): PublishedGuidebook {
  const document = JSON.parse(bytes.toString('utf8'))
  const [fault] = validate(schemas.publishedGuidebook, document)
  if (fault !== undefined) throw new TypeError(`page document invalid at "${fault.pointer}": ${fault.message}`)
  return document
}

/** Key of the page document in a language, of the release's own without one; null when the trip has no page in it. */
export async function pageKey(
  pages: Pick<PublishedPages, 'languageOf'>,
  { account }: Pick<Release, 'account'>,
  { generation, artifacts: { page, languages = [] } }: Pick<Publication, 'generation' | 'artifacts'>,
  signal: AbortSignal,
  requested?: string,
): Promise<string | null> {
  if (requested === undefined) return page.key
  const other = languages.find(({ lang }) => lang === requested)
  if (other !== undefined) return other.key
  // The published page may still be in the language that the release had before.
  const own = await pages.languageOf({ account, generation, key: page.key, signal })
  return own === requested ? page.key : null
}

/** A page as it is sent, any number of times. */
export interface RenderedPage extends Pick<Page, 'headers'> {
  body: Buffer
  etag: string
}

/** Bytes: some hundred pages of one stage, a few dozen of ten. */
const renderedBytes = 4 * 1024 * 1024

/** Bytes of large pages: one of the largest trip fits, with three bytes for each character of its texts and with its drawings. */
const largeRenderedBytes = 32 * 1024 * 1024

export type RenderedPages = ReturnType<typeof renderedPages>

/** Rendered pages by all facts that they depend on. Large ones have their own cache, so that one does not displace hundreds of others. */
export function renderedPages() {
  const cacheOf = (maxSize: number) =>
    new LRUCache<string, RenderedPage>({ maxSize, sizeCalculation: ({ body }) => body.length })
  const usual = cacheOf(renderedBytes)
  const large = cacheOf(largeRenderedBytes)
  return {
    get: (facts: string): RenderedPage | undefined => usual.get(facts) ?? large.get(facts),
    set(facts: string, page: RenderedPage): void {
      const cache = page.body.length > largeBytes ? large : usual
      cache.set(facts, page)
    },
  }
}

export function rendered({ body, headers }: Page): RenderedPage {
  const bytes = Buffer.from(body)
  return { body: bytes, headers, etag: etagOfBytes(bytes) }
}
