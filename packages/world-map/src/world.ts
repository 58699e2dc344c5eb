import { archiveWriter } from './archive.ts'
import { namesOf } from './exonyms.ts'
import { encodeTile, type TileFeature } from './tile-layers.ts'
import { type Place, readBorders, readPlaces, readRivers, readWater } from './world-data.ts'
import { ZoomTiles } from './zoom-tiles.ts'

/** A tile unit is 38 m at the equator, finer than the data. */
const highestZoom = 8

/** The data is off by up to a kilometre, so maps of a zoom above this one, which are narrower than about 25 km, are drawn without it. */
const coarse = { max_zoom: 11 }

/** What the licences of the data require to be shown. */
export const worldAttribution = '© OpenStreetMap contributors, GeoNames (CC BY 4.0), Natural Earth'

/**
 * The map of the world as PMTiles: water, borders and towns in the layers and with the names of Protomaps' basemap, so that this and a more
 * detailed archive are drawn by the same style.
 */
export function makeWorld(): Buffer {
  const archive = archiveWriter({
    minZoom: 0,
    maxZoom: highestZoom,
    bounds: [-180, -85, 180, 85],
    tileType: 'mvt',
    attribution: worldAttribution,
  })
  const [water, rivers, borders, places] = [readWater(), readRivers(), readBorders(), readPlaces()]
  for (let zoom = 0; zoom <= highestZoom; zoom++) {
    const tiles = new ZoomTiles(zoom, highestZoom)
    const layers = {
      water: [
        parts('polygon', { kind: 'ocean' }, tiles.polygons(water.ocean)),
        parts('polygon', { kind: 'lake', ...coarse }, tiles.polygons(water.lake)),
        ...rivers
          .filter(({ minZoom }) => minZoom <= zoom)
          .map(({ name, lines }) =>
            parts('line', { kind: 'river', ...namesOf(name, 'river'), ...coarse }, tiles.lines(lines)),
          ),
      ],
      boundaries: [parts('line', { kind: 'country', ...coarse }, tiles.lines(borders))],
      places: [tiles.points(atZoom(places, zoom))],
    }
    const numbers = new Set(Object.values(layers).flatMap((kinds) => kinds.flatMap((kind) => [...kind.keys()])))
    for (const number of numbers) {
      const features = Object.entries(layers).map(
        ([name, kinds]) => [name, kinds.flatMap((kind) => kind.get(number) ?? [])] as const,
      )
      archive.add(
        zoom,
        number % tiles.around,
        Math.floor(number / tiles.around),
        encodeTile(Object.fromEntries(features)),
      )
    }
  }
  return archive.finish()
}

const atZoom = (places: readonly Place[], zoom: number): Place[] => places.filter(({ minZoom }) => minZoom <= zoom)

/** One feature for all shapes of a kind in a tile: less to store and to draw. */
function parts(
  type: TileFeature['type'],
  properties: TileFeature['properties'],
  tiles: ReadonlyMap<number, number[][]>,
): Map<number, TileFeature[]> {
  return new Map([...tiles].map(([number, shapes]) => [number, [{ type, parts: shapes, properties }]]))
}
