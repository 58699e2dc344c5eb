import { expect, it } from 'vitest'
import { looksLikeCsv } from './looks-like-csv.ts'

it.each([
  'Booking;Tour;Language;Arrival\n1;GB;de;2027-07-10\n',
  'Booking,Tour,Language,Arrival\r\n1,GB,de,2027-07-10',
  '\n\nBooking\tTour\tLanguage\tArrival\n1\tGB\tde\t2027-07-10',
  'Booking|Tour|Language|Arrival|\n1|GB|de|2027-07-10\n',
  '"a;b";b;c;d\n"1\n2";2;3;4\n',
])('%j does', (text) => {
  expect(looksLikeCsv(text)).toBe(true)
})

it.each([
  '',
  'Dear all,\n\nattached is the list.\n',
  'Hello Anna, Ben, Carl, Dora,\nas said, the list is attached.\n',
  'Booking;Tour;Language;Arrival\n',
  'Booking;Tour\n1;2\n',
  'a;b;c;d\nNo rows today.\n',
])('%j does not', (text) => {
  expect(looksLikeCsv(text)).toBe(false)
})
