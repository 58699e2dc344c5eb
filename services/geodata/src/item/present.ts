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
import { calculatedOf, effectiveOf, figuresOf, overriddenIn, warningsOf } from '../route/attributes.ts'
import type { ItemRow, PoiRow, RouteRow, TextRow } from './item-row.ts'

/** Rows turned into answers, in one place: what the account reads, and what the builder reads. */

const common = (row: ItemRow) => ({
  id: row.id,
  account: row.account,
  customId: row.customId,
  names: row.names,
  descriptions: row.descriptions,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A container that has a custom ID: those of items that the account sees all have one. */
const named = (customId: string | null) => (customId === null ? null : { customId })
const inLibrary = (row: ItemRow) => ({ customId: row.library ?? '' })

/** Without its points, which come only when it is read alone. */
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
    pointCount: row.pointCount,
  }
}

export const presentPoi = (row: PoiRow): StoredPoi => ({
  ...common(row),
  kind: 'poi',
  library: inLibrary(row),
  lat: row.lat,
  lng: row.lng,
  icon: row.icon as StoredPoi['icon'],
  category: row.category,
  attributes: row.attributes,
  tags: row.tags,
})

export const presentText = (row: TextRow): StoredText => ({
  ...common(row),
  kind: 'text',
  library: inLibrary(row),
})

export const presentItem = (row: ItemRow): StoredItem => {
  if (row.kind === 'route') return presentRoute(row)
  return row.kind === 'poi' ? presentPoi(row) : presentText(row)
}

const commonContent = (row: ItemRow) => ({
  id: row.id,
  customId: row.customId,
  library: row.library,
  names: row.names,
  descriptions: row.descriptions,
  version: row.version,
  image: row.image,
})

export const routeContent = (row: RouteRow): RouteContent => {
  const figures = figuresOf(row.measures, row.icon)
  return {
    ...commonContent(row),
    kind: 'route',
    color: row.color,
    icon: row.icon,
    attributes: effectiveOf(figures, row.overrides),
    calculated: calculatedOf(row.measures, row.icon),
    bounds: row.bounds,
    pointCount: row.pointCount,
  }
}

export const poiContent = (row: PoiRow): PoiContent => ({
  ...commonContent(row),
  kind: 'poi',
  lat: row.lat,
  lng: row.lng,
  icon: row.icon as PoiContent['icon'],
  attributes: row.attributes,
  category: row.category,
  tags: row.tags,
})

export const textContent = (row: TextRow): TextContent => ({ ...commonContent(row), kind: 'text' })

export const itemContent = (row: ItemRow): ItemContent => {
  if (row.kind === 'route') return routeContent(row)
  return row.kind === 'poi' ? poiContent(row) : textContent(row)
}
