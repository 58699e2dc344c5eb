import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Fetcher } from '@guidebook/service-kit/outbound'
import { Compression, type Header, PMTiles, SharedPromiseCache, type Source, TileType } from 'pmtiles'

/** Where an archive is. */
export type ArchivePlace = { path: string } | { url: string }

/** A PMTiles archive. It is opened when it is used first, and again after a failure. */
export interface TileArchive {
  /** How warnings name an archive at a URL, which may contain a key; undefined for a file. */
  readonly remoteName?: string | undefined
  header(): Promise<Header>
  /** The text that its makers require, without markup; `''` if the archive has none. */
  attribution(): Promise<string>
  /** Decompressed; null: the archive has no such tile. */
  tile(zoom: number, column: number, row: number, signal: AbortSignal): Promise<Uint8Array | null>
  close(): Promise<void>
}

type ClosableSource = Source & { close(): Promise<void> }

interface Opened {
  source: ClosableSource
  archive: PMTiles
  header: Header
}

/** `uses`: readings that have not ended. */
interface Opening {
  opened: Promise<Opened>
  uses: number
}

/** Larger than any tile or directory of Protomaps' basemap, unpacked. */
export const mostArchiveBytes = 8 * 1024 * 1024

/** `type`: the type of its tiles; an archive with others is refused. `name`: for warnings. */
export function tileArchive(
  place: ArchivePlace,
  type: TileType.Mvt | TileType.Png,
  fetcher: Fetcher | null,
  name = 'the archive',
): TileArchive {
  let opening: Opening | undefined
  const openIt = async (): Promise<Opened> => {
    const source = 'path' in place ? await fileSource(place.path) : urlSource(place.url, fetcher)
    try {
      // The cache unpacks the directories, PMTiles only the metadata and the tiles.
      const archive = new PMTiles(source, new SharedPromiseCache(undefined, undefined, decompress), decompress)
      const header = await archive.getHeader()
      if (header.tileType !== type) throw new Error(`the tiles of the archive must be ${TileType[type].toUpperCase()}`)
      return { source, archive, header }
    } catch (error) {
      await source.close()
      throw error
    }
  }
  const start = (): Opening => ({
    opened: openIt().catch((error: unknown) => {
      opening = undefined
      throw error
    }),
    uses: 0,
  })
  /** Forgets the opening after a failure: PMTiles caches a failed directory until all builds that read it have ended. */
  const withOpened = async <T>(read: (opened: Opened) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    opening ??= start()
    const own = opening
    own.uses++
    try {
      return await read(await own.opened)
    } catch (error) {
      if (!signal?.aborted && own === opening) opening = undefined
      throw error
    } finally {
      own.uses--
      if (own.uses === 0 && own !== opening) await closeSource(own)
    }
  }
  return {
    remoteName: 'url' in place ? name : undefined,
    header: () => withOpened(async ({ header }) => header),
    attribution: () =>
      withOpened(async ({ archive }) => {
        const { attribution } = (await archive.getMetadata()) as { attribution?: unknown }
        return typeof attribution === 'string' ? textOf(attribution) : ''
      }),
    tile: (zoom, column, row, signal) =>
      withOpened(async ({ archive, header }) => {
        if (zoom < header.minZoom || zoom > header.maxZoom) return null
        const found = await archive.getZxy(zoom, column, row, signal)
        return found ? new Uint8Array(found.data) : null
      }, signal),
    async close() {
      if (opening) await closeSource(opening)
    },
  }
}

async function closeSource({ opened }: Opening): Promise<void> {
  const ready = await opened.catch(() => null)
  await ready?.source.close()
}

/** Most bytes of tiles that are kept for one book. */
const mostKeptBytes = 32 * 1024 * 1024

/** The same archive, which keeps what was read, also for when its server no longer responds. A failed reading is not kept. */
export function readingOnce(archive: TileArchive): TileArchive {
  const tiles = new Map<string, ReturnType<TileArchive['tile']>>()
  let keptBytes = 0
  return {
    ...archive,
    header: once(() => archive.header()),
    attribution: once(() => archive.attribution()),
    tile(zoom, column, row, signal) {
      const name = `${zoom}/${column}/${row}`
      const kept = tiles.get(name)
      if (kept) return kept
      const reading = archive.tile(zoom, column, row, signal)
      if (keptBytes > mostKeptBytes) return reading
      tiles.set(name, reading)
      reading.then(
        (bytes) => {
          keptBytes += bytes?.length ?? 0
        },
        () => tiles.delete(name),
      )
      return reading
    },
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
}

const unpack = promisify(gunzip)

async function decompress(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return bytes
  if (compression !== Compression.Gzip) throw new Error('the archive must be compressed with gzip')
  return bufferOf(await unpack(bytes, { maxOutputLength: mostArchiveBytes }))
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer =>
  buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer

/** The attributions of sources that are shown together, each once. */
export const joinAttributions = (attributions: readonly string[]): string =>
  [...new Set(attributions)].filter((text) => text !== '').join(' · ')

/** Attributions are often written with links. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()

async function fileSource(path: string): Promise<ClosableSource> {
  const file = await open(path)
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, offset)
      return { data: buffer.buffer.slice(0, bytesRead) }
    },
    close: () => file.close(),
  }
}

function urlSource(url: string, fetcher: Fetcher | null): ClosableSource {
  if (fetcher === null) throw new Error('an archive at a URL needs a fetcher')
  return {
    getKey: () => url,
    async getBytes(offset, length, signal = AbortSignal.timeout(60_000)) {
      return { data: bufferOf(await fetcher.fetch(url, signal, { offset, length })) }
    },
    close: async () => undefined,
  }
}
