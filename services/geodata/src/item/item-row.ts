import type { ImageRef, ItemKind } from '@guidebook/contracts'
import type { Bounds, RouteKind, RouteMeasures } from '@guidebook/route-geometry'
import type { Overrides } from '../route/attributes.ts'

/** Text by language code. */
export type Texts = Record<string, string>

interface Named {
  names: Texts
}

/** An item as the database keeps it, with its container's custom ID. */
interface CommonRow {
  account: string
  id: string
  libraryId: string | null
  guidebookId: string | null
  /** Custom ID of the library. */
  library: string | null
  /** Custom ID of the guidebook. */
  guidebook: string | null
  customId: string | null
  generated: boolean
  names: Texts
  descriptions: Texts
  image: ImageRef | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export interface RouteRow extends CommonRow {
  kind: 'route'
  remark: string
  color: string | null
  icon: RouteKind | null
  overrides: Overrides
  measures: RouteMeasures
  bounds: Bounds | null
  pointCount: number
  trackSha256: string
}

export interface PoiRow extends CommonRow {
  kind: 'poi'
  icon: string
  lat: number
  lng: number
  attributes: Texts
  category: Named | null
  tags: Named[]
}

export interface TextRow extends CommonRow {
  kind: 'text'
}

export type ItemRow = RouteRow | PoiRow | TextRow
export type RowOf<Kind extends ItemKind> = Extract<ItemRow, { kind: Kind }>
