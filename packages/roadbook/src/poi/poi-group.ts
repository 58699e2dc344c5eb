/** Groups of POI icons. Each group has one colour on the maps and one label in the lists. */
export const poiGroups = ['place', 'stay', 'food', 'sight', 'nature', 'sport', 'transport', 'shop', 'service'] as const
export type PoiGroup = (typeof poiGroups)[number]

const icons: Readonly<Record<PoiGroup, string>> = {
  place: 'destination interimstep stagetown town fork location_large',
  stay: 'hut apartment bed_breakfast hotel camping',
  food: 'bar coffee deli distillery_winery icecream pub restaurant',
  sight:
    'castle church ruins sight star tosee museum music theater movie festival zoo text panoramicview generic tourist_info',
  nature: 'lake peak waterfall beach water',
  sport:
    'ballsports cablecar_sports climbing crosscountryskiing cycling diving_snorkeling fishing golfing hiking horseriding kitesurfing mountainbiking rowboat sailing skiing surfing swimming windsurfing swimming_indoor swimming_outdoor',
  transport:
    'airport bikerental busstop cablecar_poi cablecar_trans car carrental ferry parking parkinggarage taxi trainstation vespa',
  shop: 'conveniencestore mall supermarket',
  service: 'attention info doctor hospital pharmacy police',
}

const groups: ReadonlyMap<string, PoiGroup> = new Map(
  poiGroups.flatMap((group) => icons[group].split(' ').map((icon) => [icon, group] as const)),
)

/** Unknown icons are sights, like `generic`. */
export const poiGroupOf = (icon: string): PoiGroup => groups.get(icon) ?? 'sight'

/** The contrast with a white number is at least 4.5:1. */
export const groupColors: Readonly<Record<PoiGroup, string>> = {
  place: '#3c4650',
  stay: '#6a3d9a',
  food: '#b03a2e',
  sight: '#8a5a00',
  nature: '#2e7031',
  sport: '#00697c',
  transport: '#1f5fa8',
  shop: '#a0307c',
  service: '#a32020',
}

/** Icons of places that are named on maps, most important first. Others only have their number. */
export const namedIcons: readonly string[] = [
  'destination',
  'stagetown',
  'town',
  'interimstep',
  'peak',
  'hut',
  'lake',
  'castle',
  'waterfall',
  'panoramicview',
  'trainstation',
  'ferry',
]
