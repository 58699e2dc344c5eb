/** The filter and the order of the list of releases, as in the address. Unknown values are ignored. */
import type { ListReleasesQuery } from '@guidebook/client'

export type ReleaseFilter = Omit<ListReleasesQuery, 'limit' | 'cursor' | 'downloadCode'>

export const filterStates = ['upcoming', 'active', 'ended', 'disabled', 'failed', 'locked'] as const
export const sorts = ['-created', 'created', 'start', '-start', 'end', '-end', 'title', '-title'] as const

export function readReleaseFilter(search: Record<string, unknown>): ReleaseFilter {
  const filter: ReleaseFilter = {}
  const { q, state, from, to, guidebook, reseller, sort } = search
  if (isFilled(q)) filter.q = String(q).slice(0, 200)
  const known = filterStates.find((one) => one === state)
  if (known !== undefined) filter.state = known
  if (isDay(from)) filter.from = from
  if (isDay(to)) filter.to = to
  if (isFilled(guidebook)) filter.guidebook = String(guidebook)
  if (isFilled(reseller)) filter.reseller = String(reseller)
  const order = sorts.find((one) => one === sort)
  if (order !== undefined) filter.sort = order
  return filter
}

/** The router reads digits as a number. */
const isFilled = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
