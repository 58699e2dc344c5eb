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
