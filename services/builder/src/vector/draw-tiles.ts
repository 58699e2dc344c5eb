import type { MapWindow, VectorBasemap, VectorName, VectorShape } from '@guidebook/roadbook'
import type { Rectangle } from '@guidebook/world-map'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import {
  clippedShapes,
  intersection,
  isEmpty,
  isInside,
  meets,
  mostPointsOfMap,
  spanOf,
  widened,
  withFewerPoints,
} from './clip-shapes.ts'
import { contourLines } from './contours.ts'
import { type NameChoice, nameKindOf, nameOf, type Properties, shapeKindOf } from './kinds.ts'
import { type Cell, printedZoom, type TilesOfMap } from './tiles-of-map.ts'

/** `names`: in each of the languages; empty without one. */
type RankedName = Omit<VectorName, 'name'> & { importance: number; names: readonly string[] }

/** A line that is shorter than this is not named, points. */
const shortestNamed = 60
/** Between a town of 10,000 inhabitants and one of 100,000. */
const riverImportance = 850

const types = [null, 'point', 'line', 'polygon'] as const

/** The basemap of a map, with at most so many points. */
export const drawTiles = (map: TilesOfMap, choice: NameChoice, mostPoints = mostPointsOfMap): VectorBasemap =>
  drawTilesInLanguages(map, [choice], mostPoints)[0] as VectorBasemap

/** The basemap of a map in several languages, which have the same shapes. */
export function drawTilesInLanguages(
  { window, tiles, attribution, elevations }: TilesOfMap,
  choices: readonly NameChoice[],
  mostPoints: number,
): VectorBasemap[] {
  const shapes = elevations ? contourLines(window, elevations) : []
  const names: RankedName[] = []
  const printed = printedZoom(window)
  const sheet = { left: 0, top: 0, right: window.width, bottom: window.height }
  for (const tile of tiles) {
    const frame = frameOf(window, tile)
    const areas = tile.cells.map((cell) => intersection(frameOf(window, cell), sheet)).filter((area) => !isEmpty(area))
    const wider = areas.map(widened)
    for (const { layer, feature } of featuresOf(tile.bytes)) {
      const box = placedBox(feature, frame)
      if (!wider.some((area) => meets(box, area))) continue
      const { properties } = feature
      if (typeof properties.max_zoom === 'number' && properties.max_zoom < printed) continue
      const type = types[feature.type]
      if (type === 'point') {
        names.push(
          ...pointNames(layer, feature, frame, choices).filter(({ x, y }) =>
            areas.some((area) => isInside(x, y, area)),
          ),
        )
        continue
      }
      const kind = type && shapeKindOf(layer, type, properties)
      if (!kind) continue
      const parts = placed(feature, frame)
      const drawn = areas.flatMap((area) => clippedShapes(kind, type, parts, area))
      shapes.push(...drawn)
      if (kind === 'river') names.push(...riverNames(namesIn(choices, properties), drawn))
    }
  }
  const sorted = names.toSorted((one, other) => other.importance - one.importance)
  const common = { map: window.map, attribution, shapes: withFewerPoints(shapes, mostPoints) }
  return choices.map((_, index) => {
    const inLanguage = sorted.map(({ kind, names: all, x, y }) => ({ kind, name: all[index] ?? '', x, y }))
    return { ...common, names: inLanguage.filter(({ name }) => name !== '') }
  })
}

const namesIn = (choices: readonly NameChoice[], properties: Properties): string[] =>
  choices.map((choice) => nameOf(properties, choice))

function* featuresOf(bytes: Uint8Array): Generator<{ layer: string; feature: VectorTileFeature }> {
  for (const [name, layer] of Object.entries(new VectorTile(new PbfReader(bytes)).layers)) {
    for (let index = 0; index < layer.length; index++) yield { layer: name, feature: layer.feature(index) }
  }
}

/** Where a tile is in the window, points. */
function frameOf(window: MapWindow, { zoom, column, row }: Cell): Rectangle {
  const across = window.width / (window.right - window.left)
  const down = window.height / (window.bottom - window.top)
  const side = 2 ** -zoom
  const left = (column * side - window.left) * across
  const top = (row * side - window.top) * down
  return { left, top, right: left + side * across, bottom: top + side * down }
}

/** Most features of a tile are outside of a map: a map of a walk shows a thousandth of a tile of the embedded world. */
function placedBox(feature: VectorTileFeature, { left, top, right, bottom }: Rectangle): Rectangle {
  const [across, down] = [(right - left) / feature.extent, (bottom - top) / feature.extent]
  const [west = 0, north = 0, east = 0, south = 0] = feature.bbox()
  return {
    left: left + west * across,
    top: top + north * down,
    right: left + east * across,
    bottom: top + south * down,
  }
}

function placed(feature: VectorTileFeature, { left, top, right, bottom }: Rectangle): number[][] {
  const [across, down] = [(right - left) / feature.extent, (bottom - top) / feature.extent]
  // Maps of dense regions have a million points, so no array is made for each.
  return feature.loadGeometry().map((part) => {
    const points: number[] = []
    for (const { x, y } of part) points.push(left + x * across, top + y * down)
    return points
  })
}

function pointNames(
  layer: string,
  feature: VectorTileFeature,
  frame: Rectangle,
  choices: readonly NameChoice[],
): RankedName[] {
  const kind = nameKindOf(layer, feature.properties)
  const names = kind ? namesIn(choices, feature.properties) : []
  if (!kind || names.every((name) => name === '')) return []
  return placed(feature, frame).map(([x = 0, y = 0]) => ({ ...kind, names, x, y }))
}

/** At the middle of the river's longest line. */
function riverNames(names: readonly string[], shapes: readonly VectorShape[]): RankedName[] {
  if (names.every((name) => name === '')) return []
  let longest: readonly number[] = []
  for (const part of shapes.flatMap(({ parts }) => parts)) if (spanOf(part) > spanOf(longest)) longest = part
  if (spanOf(longest) < shortestNamed) return []
  const at = (longest.length >> 2) << 1
  return [{ kind: 'water', importance: riverImportance, names, x: longest[at] as number, y: longest[at + 1] as number }]
}
