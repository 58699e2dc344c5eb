import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MapWindow } from '@guidebook/roadbook'
import { type ArchiveDescription, archiveWriter, encodeTile, type TileFeature } from '@guidebook/world-map'

type Layers = Readonly<Record<string, readonly TileFeature[]>>
type Tile = readonly [z: number, x: number, y: number, content: Layers | Uint8Array]

/** Writes a small archive to a temporary folder; returns its path. */
export async function anArchive(
  tiles: readonly Tile[],
  description: Partial<ArchiveDescription> = {},
): Promise<string> {
  const zooms = tiles.map(([z]) => z)
  const writer = archiveWriter({
    minZoom: Math.min(...zooms),
    maxZoom: Math.max(...zooms),
    bounds: [-180, -85, 180, 85],
    tileType: 'mvt',
    attribution: '<a href="https://example.com">&copy; Mappers</a>',
    ...description,
  })
  for (const [z, x, y, content] of tiles) {
    writer.add(z, x, y, content instanceof Uint8Array ? content : encodeTile(content as Record<string, TileFeature[]>))
  }
  const path = join(await mkdtemp(join(tmpdir(), 'archive-')), 'map.pmtiles')
  await writeFile(path, writer.finish())
  return path
}

export const line = (properties: TileFeature['properties'], ...points: number[]): TileFeature => ({
  type: 'line',
  parts: [points.length > 0 ? points : [0, 2000, 4096, 2100]],
  properties,
})

export const area = (properties: TileFeature['properties'], from = 0, until = 4096): TileFeature => ({
  type: 'polygon',
  parts: [[from, from, until, from, until, until, from, until]],
  properties,
})

export const point = (properties: TileFeature['properties'], x = 2048, y = 2048): TileFeature => ({
  type: 'point',
  parts: [[x, y]],
  properties,
})

/** A map of 300 x 200 points that shows tiles of a zoom 200 points wide, from a position in tiles on. */
export function windowAt(zoom: number, x: number, y: number): MapWindow {
  const side = 2 ** -zoom
  const [left, top] = [x * side, y * side]
  const edges = { left, top, right: left + (300 / 200) * side, bottom: top + (200 / 200) * side }
  return { map: 0, ...edges, width: 300, height: 200, background: '#ffffff' }
}
