/** The route icons of the interface, in the form in which they are answered. */
export const routeKinds = [
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

export type RouteKind = (typeof routeKinds)[number]

const letters = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '')
const byLetters: ReadonlyMap<string, RouteKind> = new Map(routeKinds.map((kind) => [letters(kind), kind]))

/** Reads an icon name without regard to case, spaces, hyphens and underscores; undefined when there is no such icon. */
export const routeKindOf = (name: string): RouteKind | undefined => byLetters.get(letters(name))
