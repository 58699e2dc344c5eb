import type { Fault } from '@guidebook/contracts'
import { failWithFaults } from '../release/errors.ts'
import { periodFaults, stayFaults } from '../release/period.ts'
import type { Release } from '../release/release.ts'
import type { Change } from './change.ts'

interface Days {
  start: string
  end: string
}

/** A new release period; the trip and every stay must lie inside it. */
export function changePeriod(release: Release, { start, end }: Days): Change {
  const { arrivalDate: arrival, departureDate: departure } = release
  // The request has two days only: what lies outside is the fault of the end that it lies beyond.
  const side = (day: string | null) => (day !== null && day < start ? '/start' : '/end')
  const faults = periodFaults(
    { start, end, arrival, departure },
    { start: '/start', end: '/end', arrival: side(arrival), departure: side(departure) },
  )
  if (start <= end) faults.push(...release.accommodation.flatMap((stay) => outsideOf(stay, { start, end })))
  if (faults.length > 0) failWithFaults(distinct(faults.map(aboutThePeriod)))
  return {
    action: 'period.changed',
    message: `The release period is now ${start} to ${end}.`,
    fields: { startDate: start, endDate: end },
    rebuild: true,
  }
}

/** Here it is the period that is wrong, not what lies in it. */
const aboutThePeriod = (fault: Fault): Fault =>
  fault.code === 'trip-outside-period' ? { ...fault, message: 'A day of the trip would lie outside.' } : fault

function outsideOf(stay: Release['accommodation'][number], { start, end }: Days): Fault[] {
  const days = { arrivalDate: stay.arrivalDate, departureDate: stay.departureDate }
  return stayFaults(days, { start, end }, '')
    .filter(({ code }) => code === 'accommodation-outside-period')
    .map((fault) => {
      const day = fault.pointer === '/arrivalDate' ? days.arrivalDate : days.departureDate
      return {
        ...fault,
        pointer: day !== null && day < start ? '/start' : '/end',
        message: 'A stay would lie outside.',
      }
    })
}

const distinct = (faults: readonly Fault[]): Fault[] => [
  ...new Map(faults.map((fault) => [`${fault.pointer} ${fault.code}`, fault])).values(),
]

/** New days of arrival and departure, inside the release period. */
export function changeTripPeriod(release: Release, { start, end }: Days): Change {
  const faults = periodFaults(
    { start: release.startDate, end: release.endDate, arrival: start, departure: end },
    { start: '/start', end: '/end', arrival: '/start', departure: '/end' },
  )
  if (faults.length > 0) failWithFaults(faults)
  return {
    action: 'trip-period.changed',
    message: `The trip is now from ${start} to ${end}.`,
    fields: { arrivalDate: start, departureDate: end },
    rebuild: true,
  }
}
