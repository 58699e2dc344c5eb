import type { ShapeKind, VectorName } from '@guidebook/roadbook'

export type Properties = Readonly<Record<string, string | number | boolean>>

/** What a feature is drawn as, from the layers and names of Protomaps' basemap, versions 3 and 4; null: not at all. */
export function shapeKindOf(
  layer: string,
  type: 'point' | 'line' | 'polygon',
  properties: Properties,
): ShapeKind | null {
  const { kind, detail } = kindOf(properties)
  if (type === 'line') return lineKinds[layer]?.(kind, detail) ?? null
  if (layer === 'water') return type === 'polygon' ? (riverAreas.has(kind) ? 'river-bank' : 'water') : null
  if (layer === 'buildings') return type === 'polygon' && kind !== 'address' ? 'building' : null
  if (['landuse', 'natural', 'landcover'].includes(layer)) return type === 'polygon' ? (areas[kind] ?? null) : null
  return null
}

/** Version 3 has the prefix `pmap:`. */
function kindOf(properties: Properties): { kind: string; detail: string } {
  const read = (name: string) => String(properties[name] ?? properties[`pmap:${name}`] ?? '')
  return { kind: read('kind'), detail: read('kind_detail') }
}

export const riverAreas = new Set(['river', 'riverbank', 'canal', 'stream'])

export const areas: Readonly<Record<string, ShapeKind>> = {
  wood: 'wood',
  forest: 'wood',
  scrub: 'scrub',
  grassland: 'scrub',
  heath: 'scrub',
  bare_rock: 'rock',
  scree: 'rock',
  barren: 'rock',
  sand: 'rock',
  beach: 'rock',
  glacier: 'glacier',
  residential: 'town',
  urban_area: 'town',
  industrial: 'town',
  commercial: 'town',
}

export const roads: Readonly<Record<string, ShapeKind>> = {
  highway: 'highway',
  major_road: 'major-road',
  medium_road: 'road',
  minor_road: 'minor-road',
  path: 'path',
  rail: 'rail',
  ferry: 'ferry',
}

export const roadDetails: Readonly<Record<string, ShapeKind>> = {
  tertiary: 'road',
  tertiary_link: 'road',
  secondary: 'road',
  secondary_link: 'road',
  track: 'track',
  footway: 'path',
  path: 'path',
  steps: 'path',
  bridleway: 'path',
}

export const waterways: Readonly<Record<string, ShapeKind>> = {
  river: 'river',
  canal: 'river',
  stream: 'stream',
  ditch: 'stream',
  drain: 'stream',
}

const waterway = (kind: string): ShapeKind | undefined => waterways[kind]

const lineKinds: Readonly<Record<string, (kind: string, detail: string) => ShapeKind | undefined>> = {
  water: waterway,
  physical_line: waterway,
  roads: (kind, detail) => roadDetails[detail] ?? roads[kind],
  transit: (kind) => (kind === 'rail' || kind === 'subway' ? 'rail' : kind === 'ferry' ? 'ferry' : undefined),
  boundaries: (kind, detail) =>
    kind === 'country' || detail === '2' ? 'border' : kind === 'region' || detail === '4' ? 'region-border' : undefined,
}

export const heights: Readonly<Record<string, VectorName['kind']>> = {
  peak: 'peak',
  volcano: 'peak',
  saddle: 'pass',
  mountain_pass: 'pass',
}

export const huts = new Set(['alpine_hut', 'wilderness_hut', 'shelter', 'camp_site'])

/** The kind of a name, and its importance: higher is printed first. Null: not printed. */
export function nameKindOf(
  layer: string,
  properties: Properties,
): { kind: VectorName['kind']; importance: number } | null {
  const { kind, detail } = kindOf(properties)
  if (layer === 'places') return placeKindOf(kind, detail, properties)
  const height = heights[kind]
  if (height) return { kind: height, importance: 300 + Number(properties.elevation ?? properties.ele ?? 0) / 10 }
  if (huts.has(kind)) return { kind: 'hut', importance: 800 }
  if (layer === 'water') return { kind: 'water', importance: 350 }
  return null
}

export const settlements: Readonly<Record<string, VectorName['kind']>> = {
  city: 'city',
  town: 'town',
  village: 'village',
  hamlet: 'village',
}

function placeKindOf(kind: string, detail: string, properties: Properties): ReturnType<typeof nameKindOf> {
  const settlement = settlements[detail] ?? (kind === 'locality' ? 'village' : undefined)
  if (settlement === undefined || !['locality', 'city', 'town', 'village'].includes(kind)) return null
  const population = Number(properties.population ?? 0)
  const isCapital = properties.capital === 'yes'
  // From 200 for a hamlet to 1,500 for a capital of millions.
  const importance = 200 + 150 * Math.log10(1 + population) + (isCapital ? 300 : 0)
  return { kind: isCapital ? 'city' : settlement, importance }
}

/** The language of names, and in print whether the fonts have a text's characters. */
export interface NameChoice {
  lang: string
  canPrint?(text: string): boolean
}

/** On a map, such letters cost the book its declaration as accessible: another name is better, if there is one. */
const joined = /[\p{Script=Thai}\p{Script=Devanagari}]/u

/** The name in this language, else the local one, else the English one; in print the first of them that can be printed well. A height is printed after a peak's name. */
export function nameOf(properties: Properties, { lang, canPrint }: NameChoice): string {
  const keys = [`name:${lang}`, `pgf:name:${lang}`, 'name', 'name:en']
  const known = keys.map((key) => String(properties[key] ?? '')).filter((text) => text !== '')
  const names = canPrint ? known.filter(canPrint) : known
  const name = (canPrint && names.find((text) => !joined.test(text))) ?? names[0] ?? ''
  const height = Number(properties.elevation ?? properties.ele)
  return name !== '' && Number.isFinite(height) && height !== 0 ? `${name} ${Math.round(height)}` : name
}
