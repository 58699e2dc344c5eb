/** The filter and the order of the list of releases, as in the address. Unknown values are ignored. */
import type { ListReleasesQuery } from '@guidebook/client'

export type ReleaseFilter = Omit<
  ListReleasesQuery,
  'limit' | 'cursor' | 'downloadCode' | 'departureFrom' | 'departureTo'
>

export const filterStates = [
  'upcoming',
  'active',
  'on-tour',
  'ended',
  'disabled',
  'building',
  'failed',
  'locked',
] as const
export const sorts = [
  '-created',
  'created',
  'start',
  '-start',
  'end',
  '-end',
  'arrival',
  '-arrival',
  'title',
  '-title',
] as const

export function readReleaseFilter(search: Record<string, unknown>): ReleaseFilter {
  const filter: ReleaseFilter = {}
  const { q, state, from, to, arrivalFrom, arrivalTo, guidebook, reseller, sort } = search
  if (isFilled(q)) filter.q = String(q).slice(0, 200)
  const known = filterStates.find((one) => one === state)
  if (known !== undefined) filter.state = known
  if (isDay(from)) filter.from = from
  if (isDay(to)) filter.to = to
  if (isDay(arrivalFrom)) filter.arrivalFrom = arrivalFrom
  if (isDay(arrivalTo)) filter.arrivalTo = arrivalTo
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
