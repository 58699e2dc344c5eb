/**
 * Filters that a person has named, in this browser. The address holds the chosen ones, so links do not depend on them. The text of a search is not
 * kept: it may name a traveller or be a Trip Link.
 */
import { type ReleaseFilter, readReleaseFilter } from './filter.ts'

export interface SavedFilter {
  name: string
  filter: Omit<ReleaseFilter, 'q'>
}

export const mostSavedFilters = 30
export const longestName = 60

export const storageKeyOf = (account: string, person: string) => `guidebook-filters:${account}:${person}`

/** Unreadable entries are ignored: another version of the portal may have written them. */
export function readSavedFilters(stored: string | null): SavedFilter[] {
  if (stored === null) return []
  try {
    const list: unknown = JSON.parse(stored)
    return Array.isArray(list) ? list.flatMap(readEntry).slice(0, mostSavedFilters) : []
  } catch {
    return []
  }
}

function readEntry(entry: unknown): SavedFilter[] {
  if (typeof entry !== 'object' || entry === null) return []
  const { name, filter } = entry as { name?: unknown; filter?: unknown }
  if (typeof name !== 'string' || name === '' || typeof filter !== 'object' || filter === null) return []
  return [{ name: name.slice(0, longestName), filter: savable(readReleaseFilter(filter as Record<string, unknown>)) }]
}

export function savable({ q: _, ...filter }: ReleaseFilter): SavedFilter['filter'] {
  return filter
}

/** A filter with the same name is replaced. In the order of their names. */
export const withFilter = (filters: readonly SavedFilter[], added: SavedFilter): SavedFilter[] =>
  [...withoutFilter(filters, added.name), added]
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .slice(0, mostSavedFilters)

export const withoutFilter = (filters: readonly SavedFilter[], name: string): SavedFilter[] =>
  filters.filter((one) => one.name !== name)
