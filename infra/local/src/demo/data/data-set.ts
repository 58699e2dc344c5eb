/** One point of a route; the height in metres where it is available. */
export interface Waypoint {
  lat: number
  lon: number
  ele?: number
}

export type Texts = Readonly<Record<string, string>>

export interface DemoRoute {
  customId: string
  names: Texts
  descriptions: Texts
  waypoints: readonly Waypoint[]
}

export interface DemoPoi {
  customId: string
  names: Texts
  descriptions: Texts
  lat: number
  lng: number
  icon: string
  attributes?: Texts
}

export interface DemoText {
  customId: string
  names: Texts
  descriptions: Texts
}

/** A day of the tour: its routes, points and texts from the libraries, by custom ID. */
export interface DemoStage {
  titles: Texts
  routes: readonly string[]
  pois: readonly string[]
  texts: readonly string[]
  hotel: string
}

/** The content of the demonstration's libraries and releases. */
export interface DataSet {
  titles: Texts
  routes: readonly DemoRoute[]
  pois: readonly DemoPoi[]
  hotels: readonly DemoPoi[]
  texts: readonly DemoText[]
  stages: readonly DemoStage[]
  /** Parts that are joined into one route, by custom ID. */
  group: { name: string; parts: readonly string[] }
  /** A route in the body of the on-demand release. */
  inlineRoute: { name: string; description: string; waypoints: readonly Waypoint[] }
  /** A point in the body of the on-demand release, with a picture. */
  inlinePoi: { name: string; description: string; lat: number; lon: number; web?: string }
}
