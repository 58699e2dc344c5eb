/** One point of a route; the height in metres where it is known. */
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

/** A day of the tour: which routes, points and texts of the libraries belong to it, by custom ID. */
export interface DemoStage {
  titles: Texts
  routes: readonly string[]
  pois: readonly string[]
  texts: readonly string[]
  hotel: string
}

/** What the demonstration fills the libraries with and makes its releases from. */
export interface DataSet {
  titles: Texts
  routes: readonly DemoRoute[]
  pois: readonly DemoPoi[]
  hotels: readonly DemoPoi[]
  texts: readonly DemoText[]
  stages: readonly DemoStage[]
  /** Parts that make one route together, by custom ID. */
  group: { name: string; parts: readonly string[] }
  /** A route that is sent within the on-demand release. */
  inlineRoute: { name: string; description: string; waypoints: readonly Waypoint[] }
  /** A point that is sent within the on-demand release, with a picture of it. */
  inlinePoi: { name: string; description: string; lat: number; lon: number; web?: string }
}
