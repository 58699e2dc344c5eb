import type { ObjectStore } from '@guidebook/service-kit'
import type { Raster } from './hillshade.ts'
import { rowsOfTiles, type TileLayer } from './tile-layer.ts'

/** Elevations in metres from Terrarium tiles; NaN where there is no tile. */
export async function elevationsOf(layer: TileLayer, store: ObjectStore): Promise<Raster> {
  const { width, height } = layer.grid
  const values = new Float32Array(width * height).fill(Number.NaN)
  for await (const rows of rowsOfTiles(layer, seaLevel, store)) {
    for (const { pixels, at } of rows) {
      for (let x = 0; x * 3 < pixels.length; x++) values[at + x] = elevationAt(pixels, x * 3)
    }
  }
  return { width, height, values }
}

/** The colour of 0 m. */
const seaLevel = '#800000'

/** Terrarium: red · 256 + green + blue / 256 - 32768. */
const elevationAt = (pixels: Buffer, index: number): number =>
  (pixels[index] as number) * 256 + (pixels[index + 1] as number) + (pixels[index + 2] as number) / 256 - 32_768
