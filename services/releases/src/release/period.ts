import type { Fault } from '@guidebook/contracts'

/** The days of a release: when the link works, and when the trip is. All are `YYYY-MM-DD`. */
export interface Period {
  start: string
  end: string
  arrival: string | null
  departure: string | null
}

/** All broken rules of the days: the period is in order, the trip is inside it and in order. `pointers` name the days in the request. */
export function periodFaults(period: Period, pointers: Record<keyof Period, string>): Fault[] {
  const { start, end, arrival, departure } = period
  if (start > end) {
    return [{ pointer: pointers.end, code: 'period-reversed', message: 'The last day lies before the first.' }]
  }
  const faults: Fault[] = []
  for (const name of ['arrival', 'departure'] as const) {
    const day = period[name]
    if (day !== null && (day < start || day > end)) {
      faults.push({ pointer: pointers[name], code: 'trip-outside-period', ...outside(start, end) })
    }
  }
  if (arrival !== null && departure !== null && arrival > departure) {
    faults.push({ pointer: pointers.departure, code: 'trip-reversed', message: departureFirst })
  }
  return faults
}

/** A stay in one accommodation; either day may be absent. */
interface Stay {
  arrivalDate?: string | null | undefined
  departureDate?: string | null | undefined
}

/** A stay must be inside the release period and in order. `pointer` names the stay. */
export function stayFaults(stay: Stay, { start, end }: Pick<Period, 'start' | 'end'>, pointer: string): Fault[] {
  const faults: Fault[] = []
  for (const name of ['arrivalDate', 'departureDate'] as const) {
    const day = stay[name]
    if (day != null && (day < start || day > end)) {
      faults.push({ pointer: `${pointer}/${name}`, code: 'accommodation-outside-period', ...outside(start, end) })
    }
  }
  if (stay.arrivalDate != null && stay.departureDate != null && stay.arrivalDate > stay.departureDate) {
    faults.push({ pointer: `${pointer}/departureDate`, code: 'trip-reversed', message: departureFirst })
  }
  return faults
}

/** The same for a list of stays. In a period that runs backwards every stay would be wrong too, so none is reported. */
export const staysFaults = (stays: readonly Stay[], period: Pick<Period, 'start' | 'end'>, pointer: string): Fault[] =>
  period.start > period.end ? [] : stays.flatMap((stay, i) => stayFaults(stay, period, `${pointer}/${i}`))

const departureFirst = 'The departure lies before the arrival.'
const outside = (start: string, end: string): Pick<Fault, 'message' | 'rule' | 'values'> => ({
  message: `Must lie within the release period, ${start} to ${end}.`,
  rule: 'outside-period',
  values: { start, end },
})
