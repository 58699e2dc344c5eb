/** The columns of a list, as the account's configuration names them. */
export const header = 'Booking;Tour;Language;Arrival;Departure;Persons;Hotel'

let lastCode = 1000

export interface Booking {
  /** The next one of this file unless said. */
  code?: number | string
  arrival?: string
  /** External ID of a hotel. */
  hotel?: string
}

/** A line that is right unless it is changed. */
export const booking = ({ code = ++lastCode, arrival = '2027-07-10', hotel = '' }: Booking = {}): string =>
  `${code};GB-1;de;${arrival};2027-07-17;2;${hotel}`

/** So many lines, each with a code of its own. */
export const bookings = (count: number): string[] => Array.from({ length: count }, () => booking())

export const listOf = (...lines: readonly string[]): string => [header, ...lines].join('\r\n')
