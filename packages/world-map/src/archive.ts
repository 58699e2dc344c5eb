import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { zxyToTileId } from 'pmtiles'

export interface ArchiveDescription {
  minZoom: number
  maxZoom: number
  /** West, south, east, north in degrees. */
  bounds: readonly [number, number, number, number]
  tileType: keyof typeof tileTypes
  attribution: string
}

interface Entry {
  id: number
  offset: number
  length: number
  run: number
}

const tileTypes = { mvt: 1, png: 2 }
const gzip = 2
const uncompressed = 1
const headerBytes = 127
/** The root directory and the header must fit into the first 16 KiB. */
const mostRootBytes = 16_384 - headerBytes
const leafEntries = 4096

/** Writes PMTiles archives (specification 3). Equal tiles are stored once; vector tiles are compressed. */
export function archiveWriter(description: ArchiveDescription) {
  const isVector = description.tileType === 'mvt'
  const chunks: Uint8Array[] = []
  const offsets = new Map<string, Pick<Entry, 'offset' | 'length'>>()
  const tiles: Entry[] = []
  let length = 0
  return {
    /** Tiles may be added in any order; that of their identifiers is read fastest. */
    add(z: number, x: number, y: number, tile: Uint8Array): void {
      const hash = createHash('sha256').update(tile).digest('base64')
      let stored = offsets.get(hash)
      if (stored === undefined) {
        const bytes = isVector ? gzipSync(tile) : tile
        stored = { offset: length, length: bytes.length }
        offsets.set(hash, stored)
        chunks.push(bytes)
        length += bytes.length
      }
      tiles.push({ id: zxyToTileId(z, x, y), ...stored, run: 1 })
    },

    finish(): Buffer {
      const entries = withRuns(tiles.toSorted((one, other) => one.id - other.id))
      const { root, leaves } = directories(entries)
      const metadata = gzipSync(JSON.stringify({ attribution: description.attribution }))
      const sections = [root, metadata, leaves, ...chunks]
      const header = headerOf(description, {
        sizes: [root.length, metadata.length, leaves.length, length],
        counts: [tiles.length, entries.length, offsets.size],
        tileCompression: isVector ? gzip : uncompressed,
      })
      return Buffer.concat([header, ...sections])
    },
  }
}

/** Joins consecutive tiles with the same content. */
function withRuns(tiles: readonly Entry[]): Entry[] {
  const entries: Entry[] = []
  for (const tile of tiles) {
    const last = entries.at(-1)
    if (last && last.offset === tile.offset && last.id + last.run === tile.id) last.run += 1
    else entries.push({ ...tile })
  }
  return entries
}

function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const whole = directory(entries)
  if (whole.length <= mostRootBytes) return { root: whole, leaves: Buffer.alloc(0) }
  const leaves: Buffer[] = []
  const root: Entry[] = []
  let offset = 0
  for (let at = 0; at < entries.length; at += leafEntries) {
    const leaf = directory(entries.slice(at, at + leafEntries))
    leaves.push(leaf)
    root.push({ id: (entries[at] as Entry).id, offset, length: leaf.length, run: 0 })
    offset += leaf.length
  }
  return { root: directory(root), leaves: Buffer.concat(leaves) }
}

function directory(entries: readonly Entry[]): Buffer {
  const pbf = new PbfWriter()
  pbf.writeVarint(entries.length)
  for (const [at, { id }] of entries.entries()) pbf.writeVarint(id - (entries[at - 1]?.id ?? 0))
  for (const { run } of entries) pbf.writeVarint(run)
  for (const { length } of entries) pbf.writeVarint(length)
  for (const [at, { offset }] of entries.entries()) {
    const before = entries[at - 1]
    const follows = before !== undefined && offset === before.offset + before.length
    pbf.writeVarint(follows ? 0 : offset + 1)
  }
  return gzipSync(pbf.finish())
}

interface Layout {
  /** Bytes of root directory, metadata, leaf directories and tiles. */
  sizes: readonly number[]
  /** Addressed tiles, entries, contents. */
  counts: readonly number[]
  tileCompression: number
}

function headerOf(description: ArchiveDescription, { sizes, counts, tileCompression }: Layout): Buffer {
  const { minZoom, maxZoom, bounds, tileType } = description
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let offset = headerBytes
  for (const [at, size] of sizes.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * at)
    header.writeBigUInt64LE(BigInt(size), 16 + 16 * at)
    offset += size
  }
  for (const [at, count] of counts.entries()) header.writeBigUInt64LE(BigInt(count), 72 + 8 * at)
  header.set([1, gzip, tileCompression, tileTypes[tileType], minZoom, maxZoom], 96)
  const [west, south, east, north] = bounds
  const e7 = (degrees: number) => Math.round(degrees * 1e7)
  for (const [at, degrees] of bounds.entries()) header.writeInt32LE(e7(degrees), 102 + 4 * at)
  header.writeUInt8(minZoom, 118)
  header.writeInt32LE(e7((west + east) / 2), 119)
  header.writeInt32LE(e7((south + north) / 2), 123)
  return header
}
