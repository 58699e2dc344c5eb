import { casingWidth, mapBackground, nameStyles, shapeStyles } from '@guidebook/roadbook'
import { areas, heights, huts, riverAreas, roadDetails, roads, settlements, waterways } from '../vector/kinds.ts'

type Expression = readonly unknown[]
type ShapeKind = keyof typeof shapeStyles
type NameKind = keyof typeof nameStyles

/** Version 3 of Protomaps' basemap has the prefix `pmap:`. */
const read = (name: string): Expression => ['to-string', ['coalesce', ['get', name], ['get', `pmap:${name}`], '']]
const kind = read('kind')
const detail = read('kind_detail')

const lookUp = (table: Readonly<Record<string, string>>, value: Expression, otherwise: unknown = ''): Expression => [
  'match',
  value,
  ...Object.entries(table).flat(),
  otherwise,
]
const isOneOf = (value: Expression, names: Iterable<string>): Expression => ['in', value, ['literal', [...names]]]

/** The kind of shape for a feature, by the layer of its tile; from the tables of printed maps. */
const shapesOf: Readonly<Record<string, Expression>> = {
  landcover: lookUp(areas, kind),
  landuse: lookUp(areas, kind),
  natural: lookUp(areas, kind),
  water: ['case', isOneOf(['geometry-type'], ['LineString', 'MultiLineString']), lookUp(waterways, kind), 'water'],
  physical_line: lookUp(waterways, kind),
  buildings: ['case', ['==', kind, 'address'], '', 'building'],
  boundaries: [
    'case',
    ['any', ['==', kind, 'country'], ['==', detail, '2']],
    'border',
    ['any', ['==', kind, 'region'], ['==', detail, '4']],
    'region-border',
    '',
  ],
  transit: lookUp({ rail: 'rail', subway: 'rail', ferry: 'ferry' }, kind),
  roads: lookUp(roadDetails, detail, lookUp(roads, kind)),
}

/** Coarse data is left out as on printed maps, whose tiles are half as large: at the same scale, their zoom is higher by one. */
const isFine: Expression = ['<', ['zoom'], ['number', ['get', 'max_zoom'], 99]]

/** The layers that may have shapes of a kind. */
const layersOf = (shape: ShapeKind): string[] =>
  Object.entries(shapesOf).flatMap(([layer, expression]) =>
    JSON.stringify(expression).includes(`"${shape}"`) ? [layer] : [],
  )

/** Pixels for points of print: a screen is farther from the eyes. */
const wide = (points: number): Expression => ['interpolate', ['linear'], ['zoom'], 5, points, 15, points * 2.2]
const textScale = 1.65

/** Layers for MapLibre, in the look of printed maps. `sources`: the embedded map, then the archives, from the lowest to the highest. */
export function mapLayers(sources: readonly string[]): object[] {
  const [world, archives] = [sources.slice(0, 1), sources.slice(1)]
  const layersIn = (some: readonly string[], shape: ShapeKind) =>
    some.flatMap((source) => layersOf(shape).flatMap((layer) => shapeLayers(shape, source, layer)))
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': mapBackground } },
    // The coarse sea of the embedded map reaches over the coasts of archives: their land covers it.
    ...layersIn(world, 'water'),
    ...archives.map(landLayer),
    ...(Object.keys(shapeStyles) as ShapeKind[]).flatMap((shape) =>
      layersIn(shape === 'water' ? archives : sources, shape),
    ),
    ...sources.flatMap((source) => nameLayers(source)),
  ]
}

const landLayer = (source: string): object => ({
  id: `${source} land`,
  type: 'fill',
  source,
  'source-layer': 'earth',
  filter: isOneOf(['geometry-type'], ['Polygon', 'MultiPolygon']),
  paint: { 'fill-color': mapBackground },
})

function shapeLayers(shape: ShapeKind, source: string, layer: string): object[] {
  const { fill, stroke, width = 0, dash, casing } = shapeStyles[shape]
  const common = { source, 'source-layer': layer, filter: ['all', isFine, ['==', shapesOf[layer], shape]] }
  const id = `${source} ${layer} ${shape}`
  const line = (name: string, color: string, points: number, dashes?: number[]) => ({
    ...common,
    id: name,
    type: 'line',
    layout: { 'line-cap': dashes ? 'butt' : 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': wide(points), ...(dashes && { 'line-dasharray': dashes }) },
  })
  // MapLibre counts dashes in widths of the line.
  const dashes = dash?.split(' ').map((length) => Number(length) / width)
  return [
    ...(fill ? [{ ...common, id: `${id} area`, type: 'fill', paint: { 'fill-color': fill } }] : []),
    ...(casing ? [line(`${id} casing`, casing, width + casingWidth)] : []),
    ...(stroke ? [line(id, stroke, width, dashes)] : []),
  ]
}

const isCapital: Expression = ['==', ['get', 'capital'], 'yes']
const settlement: Expression = [
  'case',
  ['!', isOneOf(kind, ['locality', 'city', 'town', 'village'])],
  '',
  isCapital,
  'city',
  lookUp(settlements, detail, ['case', ['==', kind, 'locality'], 'village', '']),
]

/** From the most important names to the least: MapLibre places the last layer first. */
const namesOf: readonly (readonly [NameKind, layer: string, Expression])[] = [
  ['water', 'water', ['all', ['has', 'name'], ['!', isOneOf(kind, riverAreas)]]],
  ['village', 'places', ['==', settlement, 'village']],
  ['pass', 'pois', isOneOf(kind, keysWith('pass'))],
  ['peak', 'pois', isOneOf(kind, keysWith('peak'))],
  ['hut', 'pois', isOneOf(kind, huts)],
  ['town', 'places', ['==', settlement, 'town']],
  ['city', 'places', ['==', settlement, 'city']],
]

function keysWith(name: NameKind): string[] {
  return Object.entries(heights).flatMap(([key, value]) => (value === name ? [key] : []))
}

const name: Expression = ['coalesce', ['get', 'name:{lang}'], ['get', 'pgf:name:{lang}'], ['get', 'name'], '']
const height: Expression = ['coalesce', ['get', 'elevation'], ['get', 'ele']]
const withHeight: Expression = [
  'case',
  ['==', ['typeof', height], 'number'],
  ['concat', name, ' ', ['to-string', ['round', height]]],
  name,
]

const nameLayers = (source: string): object[] =>
  namesOf.map(([named, layer, filter]) => {
    const { size, fill } = nameStyles[named]
    return {
      id: `${source} ${layer} name ${named}`,
      type: 'symbol',
      source,
      'source-layer': layer,
      filter: ['all', isFine, isOneOf(['geometry-type'], ['Point', 'MultiPoint']), filter],
      layout: {
        'text-field': named === 'peak' || named === 'pass' ? withHeight : name,
        // Drawn by the browser in its own font: no fonts are loaded.
        'text-font': ['sans-serif'],
        'text-size': size * textScale,
        'text-max-width': 8,
        'symbol-sort-key': ['-', 0, ['to-number', ['get', 'population'], 0]],
      },
      paint: { 'text-color': fill, 'text-halo-color': mapBackground, 'text-halo-width': 1.4 },
    }
  })
