import type { RejectedStay } from './stay-anchors.ts'
import { type BookedStay, endOf, hasArrival, type TravelDates } from './stays.ts'

/** Days of a booking that cannot all be true, for the release's audit log. */
export interface Contradiction {
  code: string
  message: string
  /** Index of the stay; null: the trip's own day of departure. */
  stay: number | null
  field: 'arrivalDate' | 'departureDate'
}

interface Booking {
  travel: TravelDates
  /** Of each stage, also after the departure. */
  days: readonly (string | null)[]
  stays: readonly BookedStay[]
  rejected: readonly RejectedStay[]
}

/** A trip without dated stays contradicts nothing: its stages are only counted from the arrival. */
export function contradictionsOf({ travel, days, stays, rejected }: Booking): Contradiction[] {
  const dated = stays.flatMap((stay, index) => (hasArrival(stay) ? [{ ...stay, index, until: endOf(stay) }] : []))
  if (dated.length === 0) return []
  return [
    ...rejected.map((one) => rejection(one, stays)),
    ...endsAfterTrip(travel, dated),
    ...tooManyStages(travel, days),
    ...nights(dated.sort((one, other) => (one.arrivalDate < other.arrivalDate ? -1 : 1))),
  ]
}

const nameOf = (stay: BookedStay | undefined): string => `"${stay?.place.externalId ?? ''}"`

function rejection({ stay: index, why }: RejectedStay, stays: readonly BookedStay[]): Contradiction {
  const stay = stays[index]
  const subject = `The stay at ${nameOf(stay)} begins on ${stay?.arrivalDate}`
  const what = { stay: index, field: 'arrivalDate' } as const
  return why === 'outside-trip'
    ? { ...what, code: 'accommodation-outside-trip', message: `${subject}, which is outside the travel dates.` }
    : {
        ...what,
        code: 'accommodation-out-of-order',
        message: `${subject}, which contradicts the other stays: stage ${stay?.stageNumber} cannot end on that day.`,
      }
}

/** Stays with a night of the trip that end after its departure. One that begins on that day is for nights after the trip. */
function endsAfterTrip({ departure }: TravelDates, stays: readonly DatedStay[]): Contradiction[] {
  if (departure === null) return []
  return stays.flatMap((stay): Contradiction[] => {
    const { arrivalDate, departureDate, index } = stay
    if (departureDate === null || departureDate <= departure || arrivalDate >= departure) return []
    const message = `The stay at ${nameOf(stay)} ends on ${departureDate}, which is outside the travel dates.`
    return [{ code: 'accommodation-outside-trip', message, stay: index, field: 'departureDate' }]
  })
}

function tooManyStages({ departure }: TravelDates, days: readonly (string | null)[]): Contradiction[] {
  const found: Contradiction[] = []
  const shared = days.findIndex((day, index) => day !== null && day === days[index + 1])
  if (shared >= 0) {
    const message = `The stays leave fewer days than stages before ${days[shared]}; several stages are on that day.`
    found.push({ code: 'too-few-days', message, stay: null, field: 'arrivalDate' })
  }
  const late = days.filter((day) => day !== null && departure !== null && day > departure).length
  if (late > 0) {
    const message = `The departure on ${departure} is too early: ${late === 1 ? 'the last stage has' : `the last ${late} stages have`} no day.`
    found.push({ code: 'departure-too-early', message, stay: null, field: 'departureDate' })
  }
  return found
}

type DatedStay = BookedStay & { arrivalDate: string; index: number; until: string }

/** Nights with two stays, and nights between the stays without any. */
function nights(stays: readonly DatedStay[]): Contradiction[] {
  const found: Contradiction[] = []
  let last: DatedStay | undefined
  for (const stay of stays) {
    const { arrivalDate, index } = stay
    if (last !== undefined && last.until > arrivalDate && last.place.externalId !== stay.place.externalId) {
      const message = `The stays at ${nameOf(last)} and ${nameOf(stay)} are both booked for the night of ${arrivalDate}.`
      found.push({ code: 'accommodation-overlap', message, stay: index, field: 'arrivalDate' })
    }
    if (last !== undefined && last.until < arrivalDate) {
      const message = `No accommodation is booked from ${last.until} to ${arrivalDate}, between ${nameOf(last)} and ${nameOf(stay)}.`
      found.push({ code: 'accommodation-gap', message, stay: index, field: 'arrivalDate' })
    }
    if (last === undefined || stay.until > last.until) last = stay
  }
  return found
}
