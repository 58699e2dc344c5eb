import { type PublishedGuidebook, schemas, validate } from '@guidebook/contracts'
import type { ObjectStore } from '@guidebook/service-kit'
import { LRUCache } from 'lru-cache'

/** The page document of a build in the object store. */
export interface PageAddress {
  generation: number
  key: string
}

/** Reads what the builder has published for the page. */
export interface Publications {
  read(page: PageAddress): Promise<PublishedGuidebook>
}

/** Bytes of documents that are kept in memory: those whose page is made again, in another language or on another day. */
const cacheSize = 2 * 1024 * 1024

/** A document never changes under its key and generation, so that the ones that are asked for most stay in memory. */
export function publications(objectStore: ObjectStore): Publications {
  const cache = new LRUCache<string, { document: PublishedGuidebook; bytes: number }>({
    maxSize: cacheSize,
    sizeCalculation: ({ bytes }) => bytes,
  })

  return {
    async read({ generation, key }) {
      const name = `${generation} ${key}`
      const known = cache.get(name)
      if (known !== undefined) return known.document
      const bytes = await objectStore.read(key)
      const document: unknown = JSON.parse(bytes.toString('utf8'))
      const [fault] = validate(schemas.publishedGuidebook, document)
      if (fault !== undefined)
        throw new TypeError(`the page document does not fit at "${fault.pointer}": ${fault.message}`)
      cache.set(name, { document: document as PublishedGuidebook, bytes: bytes.length })
      return document as PublishedGuidebook
    },
  }
}
