import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Vector tiles of one source, by `z/x/y`. */
export interface MapTiles {
  minZoom: number
  maxZoom: number
  tiles: ReadonlyMap<string, Uint8Array>
}

export interface TripMap {
  /** Text without markup. */
  attribution: string
  sources: Readonly<Record<string, MapTiles>>
  /** Layers of a MapLibre style. `{lang}` in them is the language of the page. */
  layers: readonly object[]
}

const pack = promisify(gzip)

/**
 * The map of a trip as one file, which a browser keeps with the trip: gzip of a line of JSON and the bytes of all tiles. The JSON has for each source
 * its zooms and, for each tile, offset and length of its bytes after the line.
 */
export async function tripMapFile({ attribution, sources, layers }: TripMap): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let offset = 0
  const placed = Object.entries(sources).map(([name, { minZoom, maxZoom, tiles }]) => {
    const places = [...tiles].map(([tile, bytes]) => {
      chunks.push(bytes)
      offset += bytes.length
      return [tile, [offset - bytes.length, bytes.length]]
    })
    return [name, { minZoom, maxZoom, tiles: Object.fromEntries(places) }]
  })
  const head = JSON.stringify({ attribution, layers, sources: Object.fromEntries(placed) })
  return await pack(Buffer.concat([Buffer.from(`${head}\n`), ...chunks]), { level: 5 })
}
