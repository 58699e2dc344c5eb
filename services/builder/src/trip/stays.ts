import { daysBetween, daysLater } from '@guidebook/service-kit'
import type { Stay } from '../content/book-content.ts'

/** Calendar days (`YYYY-MM-DD`) of arrival and departure. */
export interface TravelDates {
  arrival: string | null
  departure: string | null
}

/** What a stay says about the days of a trip. */
export type BookedStay = Pick<Stay, 'stageNumber' | 'arrivalDate' | 'departureDate'> & {
  place: Pick<Stay['place'], 'externalId' | 'lat' | 'lon'>
}

type Days = Pick<Stay, 'arrivalDate' | 'departureDate'>

/** Nights of a stay; one if a day is missing. */
export const nightsOf = ({ arrivalDate, departureDate }: Days): number =>
  arrivalDate === null || departureDate === null ? 1 : Math.max(1, daysBetween(arrivalDate, departureDate))

/** The day after the last night of a stay. */
export const endOf = (stay: Days & { arrivalDate: string }): string => daysLater(stay.arrivalDate, nightsOf(stay))

export const hasArrival = <S extends Days>(stay: S): stay is S & { arrivalDate: string } => stay.arrivalDate !== null
