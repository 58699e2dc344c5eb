import type {
  ItemContent,
  PoiContent,
  RouteContent,
  StoredItem,
  StoredPoi,
  StoredRoute,
  StoredText,
  TextContent,
} from '@guidebook/contracts'
import { etagOf } from '@guidebook/service-kit'
import { presentImage } from '../image/stored-image.ts'
import { calculatedOf, effectiveOf, figuresOf, overriddenIn, warningsOf } from './attributes.ts'
import type { ItemRow, PoiRow, RouteRow, TextRow } from './item-row.ts'

/** One tag for all forms of an item, with or without its points. The custom IDs of its containers change without the item. */
export const itemEtag = ({ id, version, library, guidebook }: ItemRow): string =>
  etagOf([id, version, library, guidebook])

/** The response to reading or changing an item. */
export const itemAnswer = <Row extends ItemRow, Body>(row: Row, present: (row: Row) => Body) => ({
  status: 200 as const,
  body: present(row),
  etag: itemEtag(row),
})

export const createdAnswer = <Row extends ItemRow, Body>(row: Row, present: (row: Row) => Body) => ({
  ...itemAnswer(row, present),
  status: 201 as const,
  location: `/content/geodata/${row.id}`,
})

const common = (row: ItemRow) => ({
  id: row.id,
  account: row.account,
  customId: row.custom_id,
  names: row.names,
  descriptions: row.descriptions,
  image: presentImage(row.image),
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const named = (customId: string | null) => (customId === null ? null : { customId })
const inLibrary = (row: ItemRow) => ({ customId: row.library ?? '' })

/** Without points: only reading a single route returns them. */
export const presentRoute = (row: RouteRow): StoredRoute => {
  const figures = figuresOf(row.measures, row.icon)
  return {
    ...common(row),
    kind: 'route',
    library: named(row.library),
    guidebook: named(row.guidebook),
    remark: row.remark,
    color: row.color,
    icon: row.icon === null ? null : { name: row.icon },
    attributes: effectiveOf(figures, row.overrides),
    overridden: overriddenIn(row.overrides),
    calculated: calculatedOf(row.measures, row.icon),
    warnings: warningsOf(figures, row.overrides),
    bounds: row.bounds,
    pointCount: row.point_count,
  }
}

const place = ({ lat, lng, icon, category, attributes, tags }: PoiRow) => ({
  kind: 'poi' as const,
  lat,
  lng,
  icon: icon as StoredPoi['icon'],
  category,
  attributes,
  tags,
})

export const presentPoi = (row: PoiRow): StoredPoi => ({ ...common(row), library: inLibrary(row), ...place(row) })

export const presentText = (row: TextRow): StoredText => ({ ...common(row), kind: 'text', library: inLibrary(row) })

export const presentItem = (row: ItemRow): StoredItem => {
  if (row.kind === 'route') return presentRoute(row)
  return row.kind === 'poi' ? presentPoi(row) : presentText(row)
}

const commonContent = ({ id, custom_id: customId, library, names, descriptions, version, image }: ItemRow) => ({
  id,
  customId,
  library,
  names,
  descriptions,
  version,
  image,
})

const routeContent = (row: RouteRow): RouteContent => ({
  ...commonContent(row),
  kind: 'route',
  color: row.color,
  icon: row.icon,
  attributes: effectiveOf(figuresOf(row.measures, row.icon), row.overrides),
  calculated: calculatedOf(row.measures, row.icon),
  bounds: row.bounds,
  pointCount: row.point_count,
})

const poiContent = (row: PoiRow): PoiContent => ({ ...commonContent(row), ...place(row) })

const textContent = (row: TextRow): TextContent => ({ ...commonContent(row), kind: 'text' })

export const itemContent = (row: ItemRow): ItemContent => {
  if (row.kind === 'route') return routeContent(row)
  return row.kind === 'poi' ? poiContent(row) : textContent(row)
}
