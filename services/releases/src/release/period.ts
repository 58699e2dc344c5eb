import type { Fault } from '@guidebook/contracts'

/** The days of a release: when the link works, and when the trip is. All are `YYYY-MM-DD`. */
export interface Period {
  start: string
  end: string
  arrival: string | null
  departure: string | null
}

/** Where each day stands in the request, as JSON Pointers, so that a fault names the field the partner wrote. */
export type PeriodPointers = Record<keyof Period, string>

/** Every rule of the days that is broken: the period in order, the trip inside it and in order. */
export function periodFaults(period: Period, pointers: PeriodPointers): Fault[] {
  const { start, end, arrival, departure } = period
  if (start > end) {
    return [{ pointer: pointers.end, code: 'period-reversed', message: 'The last day lies before the first.' }]
  }
  const faults: Fault[] = []
  for (const name of ['arrival', 'departure'] as const) {
    const day = period[name]
    if (day !== null && (day < start || day > end)) {
      faults.push({ pointer: pointers[name], code: 'trip-outside-period', message: outside(start, end) })
    }
  }
  if (arrival !== null && departure !== null && arrival > departure) {
    faults.push({ pointer: pointers.departure, code: 'trip-reversed', message: departureFirst })
  }
  return faults
}

/** A stay of one accommodation; either day may be left open. */
export interface Stay {
  arrivalDate?: string | null | undefined
  departureDate?: string | null | undefined
}

/** A stay must lie inside the release period, and end no earlier than it begins. `pointer` names the stay itself. */
export function stayFaults(stay: Stay, period: Pick<Period, 'start' | 'end'>, pointer: string): Fault[] {
  const { start, end } = period
  const faults: Fault[] = []
  for (const name of ['arrivalDate', 'departureDate'] as const) {
    const day = stay[name]
    if (day != null && (day < start || day > end)) {
      faults.push({ pointer: `${pointer}/${name}`, code: 'accommodation-outside-period', message: outside(start, end) })
    }
  }
  if (stay.arrivalDate != null && stay.departureDate != null && stay.arrivalDate > stay.departureDate) {
    faults.push({ pointer: `${pointer}/departureDate`, code: 'trip-reversed', message: departureFirst })
  }
  return faults
}

const departureFirst = 'The departure lies before the arrival.'
const outside = (start: string, end: string) => `Must lie within the release period, ${start} to ${end}.`
