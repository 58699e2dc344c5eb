/** Speeds in km/h on the flat, climbing rates in metres of height an hour. */
export type Pace =
  | { readonly rule: 'DIN 33466'; readonly speedKmh: number; readonly upMh: number; readonly downMh: number }
  | { readonly rule: 'speed and climb'; readonly speedKmh: number; readonly upMh: number }
  | { readonly rule: 'speed'; readonly speedKmh: number }

/** DIN 33466:2003, marking of hiking trails: horizontal and vertical time, the larger plus half the smaller. */
const walking: Pace = { rule: 'DIN 33466', speedKmh: 4, upMh: 300, downMh: 500 }
const climbing = (speedKmh: number, upMh: number): Pace => ({ rule: 'speed and climb', speedKmh, upMh })
const driven = (speedKmh: number): Pace => ({ rule: 'speed', speedKmh })

/**
 * The pace of each kind of route. Kinds other than walking have the figures of a fit tourist with luggage, not of an athlete; an
 * operator can override the time with `attributes.time`. The kinds are the route icons of the interface, as in responses.
 */
export const paces = {
  hiking: walking,
  walking,
  'nordic-walking': walking,
  mountaineering: walking,
  snowshoeing: walking,
  segment: walking,
  running: climbing(10, 800),
  'ski-touring': climbing(5, 400),
  'cross-country-skiing': climbing(9, 400),
  sledding: climbing(10, 300),
  cycling: climbing(15, 600),
  'e-bike': climbing(18, 1000),
  'mountain-biking': climbing(12, 500),
  canoeing: driven(5),
  'ferry-route': driven(25),
  'bus-tour': driven(50),
  driving: driven(60),
  motorbike: driven(60),
  transfer: driven(50),
} as const satisfies Readonly<Record<string, Pace>>

export type RouteKind = keyof typeof paces

/**
 * Hours without breaks; null where the climb counts and is unknown. The time on the flat alone would be too short for a mountain trip.
 */
export const travelHours = (
  kind: RouteKind,
  lengthM: number,
  ascentM: number | null,
  descentM: number | null,
): number | null => {
  const pace = paces[kind]
  const flat = lengthM / 1000 / pace.speedKmh
  if (pace.rule === 'speed') return flat
  if (ascentM === null || descentM === null) return null
  if (pace.rule === 'speed and climb') return flat + ascentM / pace.upMh
  const heights = ascentM / pace.upMh + descentM / pace.downMh
  return Math.max(flat, heights) + Math.min(flat, heights) / 2
}
