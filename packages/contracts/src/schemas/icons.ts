/** The icon names of the interface specification. */
import { Type } from 'typebox'
import { oneOf } from './shape.ts'

export const routeIcons = [
  'motorbike',
  'sledding',
  'ski-touring',
  'hiking',
  'cycling',
  'ferry-route',
  'bus-tour',
  'canoeing',
  'mountaineering',
  'snowshoeing',
  'cross-country-skiing',
  'running',
  'driving',
  'transfer',
  'walking',
  'segment',
  'e-bike',
  'nordic-walking',
  'mountain-biking',
] as const
export type RouteIcon = (typeof routeIcons)[number]

/** The specification lists `parking` twice; it is one name. */
// biome-ignore format: in the order of the specification, for comparison
export const poiIcons = [
  'attention', 'fork', 'hut', 'info', 'location_large', 'parking', 'town', 'water', 'ballsports', 'cablecar_sports',
  'climbing', 'crosscountryskiing', 'cycling', 'diving_snorkeling', 'fishing', 'golfing', 'hiking', 'horseriding',
  'kitesurfing', 'mountainbiking', 'rowboat', 'sailing', 'skiing', 'surfing', 'swimming', 'windsurfing', 'festival',
  'movie', 'museum', 'music', 'theater', 'beach', 'swimming_indoor', 'swimming_outdoor', 'apartment', 'bed_breakfast',
  'hotel', 'doctor', 'hospital', 'pharmacy', 'police', 'cablecar_poi', 'castle', 'church', 'generic', 'lake',
  'panoramicview', 'peak', 'ruins', 'sight', 'star', 'tosee', 'tourist_info', 'waterfall', 'zoo', 'text', 'destination',
  'interimstep', 'stagetown', 'bar', 'coffee', 'deli', 'distillery_winery', 'icecream', 'pub', 'restaurant',
  'conveniencestore', 'mall', 'supermarket', 'airport', 'bikerental', 'busstop', 'cablecar_trans', 'camping', 'car',
  'carrental', 'ferry', 'parkinggarage', 'taxi', 'trainstation', 'vespa',
] as const
export type PoiIcon = (typeof poiIcons)[number]

/** Longest name, characters. Bounds the work of this rule, because all rules of a schema run on a text. */
const maxIconName = 60

const bare = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '')
const byBareName: ReadonlyMap<string, RouteIcon> = new Map(routeIcons.map((icon) => [bare(icon), icon]))

/** The icon in its stored form (`ski-touring`); undefined when it is not in the list. */
export const normalizeRouteIcon = (name: string): RouteIcon | undefined =>
  name.length <= maxIconName ? byBareName.get(bare(name)) : undefined

/** As sent: case, spaces, hyphens and underscores do not matter. */
export const sentRouteIcon = Type.String({
  maxLength: maxIconName,
  routeIcon: true,
  description: `One of ${routeIcons.join(', ')}; case, spaces, hyphens and underscores do not matter.`,
  examples: ['hiking', 'Ski touring'],
})
export const routeIcon = oneOf(routeIcons, { description: 'Route icon.' })
export const poiIcon = oneOf(poiIcons, { description: 'POI icon.' })
