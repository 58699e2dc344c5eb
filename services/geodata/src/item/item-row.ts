import type { ImageRef, ItemKind } from '@guidebook/contracts'
import type { Bounds, RouteKind, RouteMeasures } from '@guidebook/route-geometry'
import type * as rows from '../generated/rows.ts'
import type { Overrides } from './attributes.ts'

/** Text by language code. */
export type Texts = Record<string, string>

interface Named {
  names: Texts
}

interface CommonRow
  extends Pick<
    rows.ItemRow,
    | 'account'
    | 'id'
    | 'library_id'
    | 'guidebook_id'
    | 'custom_id'
    | 'generated'
    | 'version'
    | 'created_at'
    | 'updated_at'
  > {
  /** Custom ID of the library. */
  library: string | null
  /** Custom ID of the guidebook. */
  guidebook: string | null
  names: Texts
  descriptions: Texts
  image: ImageRef | null
}

export interface RouteRow extends CommonRow {
  kind: 'route'
  remark: string
  color: string | null
  icon: RouteKind | null
  overrides: Overrides
  measures: RouteMeasures
  bounds: Bounds | null
  point_count: number
  track_sha256: string
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

/** A row of `items` with the custom IDs of its containers. */
export type ItemRow = RouteRow | PoiRow | TextRow
export type RowOf<Kind extends ItemKind> = Extract<ItemRow, { kind: Kind }>
