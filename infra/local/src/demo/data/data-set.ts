/** One point of a route; the height in metres where it is available. */
export interface Waypoint {
  lat: number
  lon: number
  ele?: number
}

/** Texts by language. */
export type Texts = Record<string, string>

export const english = (texts: Texts): string => texts.en ?? Object.values(texts)[0] ?? ''

interface Item {
  customId: string
  names: Texts
  descriptions: Texts
}

export interface DemoRoute extends Item {
  waypoints: Waypoint[]
}

export interface DemoPoi extends Item {
  lat: number
  lng: number
  icon: string
}

/** The content of the demonstration's libraries and releases. */
export interface DataSet {
  titles: Texts
  routes: DemoRoute[]
  pois: DemoPoi[]
  hotels: DemoPoi[]
  texts: Item[]
  /** The days of the tour: routes, points and texts from the libraries, by custom ID. */
  stages: { titles: Texts; routes: string[]; pois: string[]; texts: string[] }[]
  /** Parts that are joined into one route, by custom ID. */
  group: { name: string; parts: string[] }
  /** A route in the body of the on-demand release. */
  inlineRoute: { name: string; description: string; waypoints: Waypoint[] }
  /** A point in the body of the on-demand release, with a picture. */
  inlinePoi: { name: string; description: string; lat: number; lon: number }
}
