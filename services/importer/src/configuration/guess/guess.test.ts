import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { openCsv } from '../../csv/read-csv.ts'
import { inEnglish } from '../../explanation.ts'
import { guessConfiguration } from './guess-configuration.ts'

const guess = async (text: string, library?: string) =>
  await guessConfiguration(await openCsv(async () => Readable.from([Buffer.from(text)])), {
    sender: 'office@operator.example',
    library,
    explain: inEnglish,
  })

const fieldsOf = async (text: string) => (await guess(text)).columns.map(({ field }) => field)

it.each([
  [
    'English',
    'Booking No;Tour Code;Language;Arrival;Departure;Pax;Hotel 1\n4711;ALP-1;de;2027-07-10;2027-07-17;2;H-1\n4712;ALP-1;en;2027-07-11;2027-07-18;4;H-2',
  ],
  [
    'German',
    'Vorgangsnummer;Reisecode;Sprache;Anreise;Abreise;Personenzahl;Unterkunft\n4711;ALP-1;de;10.07.2027;17.07.2027;2;H-1\n4712;ALP-1;en;11.07.2027;18.07.2027;4;H-2',
  ],
  [
    'French',
    'Réservation;Circuit;Langue;Arrivée;Départ;Voyageurs;Hébergement\n4711;ALP-1;fr;25/07/2027;31/07/2027;2;H-1\n4712;ALP-1;fr;26/07/2027;31/07/2027;4;H-2',
  ],
  [
    'Italian',
    'Prenotazione;Viaggio;Lingua;Arrivo;Partenza;Persone;Alloggio\n4711;ALP-1;it;2027-07-10;2027-07-17;2;H-1\n4712;ALP-1;it;2027-07-11;2027-07-18;4;H-2',
  ],
  [
    'Spanish',
    'Localizador;Viaje;Idioma;Llegada;Salida;Viajeros;Alojamiento\n4711;ALP-1;es;2027-07-10;2027-07-17;2;H-1\n4712;ALP-1;es;2027-07-11;2027-07-18;4;H-2',
  ],
  [
    'Dutch',
    'Boekingsnummer;Reiscode;Taal;Aankomst;Vertrek;Reizigers;Verblijf\n4711;ALP-1;nl;2027-07-10;2027-07-17;2;H-1\n4712;ALP-1;nl;2027-07-11;2027-07-18;4;H-2',
  ],
])('the columns of a list in %s are recognised', async (_language, text) => {
  const fields = ['downloadCode', 'guidebookId', 'language', 'arrivalDate', 'departureDate', 'devices', 'hotel']
  expect(await fieldsOf(text)).toEqual(fields)
})

it('values decide where headers are missing or wrong', async () => {
  const text = [
    'Booking date;Booking;Tour;Lang;From;To;Persons;Customer',
    '2027-01-01;4711;ALP-1;de;2027-07-10;2027-07-17;2;Muster',
    '2027-01-01;4712;ALP-1;en;2027-07-11;2027-07-18;4;Miller',
  ].join('\n')
  expect(await fieldsOf(text)).toEqual([
    ...[null, 'downloadCode', 'guidebookId', 'language', 'arrivalDate', 'departureDate', 'devices', null],
  ])
})

it('of two unnamed date columns the earlier dates are the arrival', async () => {
  const text = [
    'Code;Trip;L;D1;D2;Pax',
    '1;A;de;2027-07-17;2027-07-10;2',
    '2;A;de;2027-07-18;2027-07-11;2',
    '3;A;de;2027-07-19;2027-07-12;2',
  ].join('\n')
  const fields = await fieldsOf(text)
  expect([fields[3], fields[4]]).toEqual(['departureDate', 'arrivalDate'])
})

const list = (...dates: string[]) =>
  ['Code;Trip;Language;Arrival;Departure;Pax', ...dates.map((date, row) => `${row + 1};A;de;${date};${date};2`)].join(
    '\n',
  )

it.each([
  ['that no one can mistake needs no format', list('2027-07-10'), undefined, false],
  ['that one row proves is set', list('03/04/2027', '25/04/2027'), { dateFormat: 'DD/MM/YYYY' }, false],
  [
    'of the American order is set where a row proves it',
    list('03/04/2027', '04/25/2027'),
    { dateFormat: 'MM/DD/YYYY' },
    false,
  ],
  ['that no row proves is left to a person', list('03/04/2027', '05/06/2027'), undefined, true],
  ['that only a day equal to its month fits is left to a person', list('05/05/2027', '03/04/2027'), undefined, true],
  ['with hyphens is left to a person, too', list('05-05-2027', '03-04-2027'), undefined, true],
  ['that two rows contradict is left to a person', list('25/04/2027', '04/25/2027', '03/04/2027'), undefined, true],
])('a form of dates %s', async (_name, text, format, isNoted) => {
  const { configuration, notes } = await guess(text)
  expect(configuration?.format).toEqual(format)
  expect(notes.some((note) => note.includes('set format.dateFormat'))).toBe(isNoted)
})

it('the guess is a complete configuration, with hotels if their library is given', async () => {
  const text = 'Booking;Tour;Language;Arrival;Departure;Persons;Hotel;Night 2\n1;A;de;2027-07-10;2027-07-17;2;H-1;H-2'
  expect((await guess(text, 'HOTELS')).configuration).toEqual({
    senders: ['office@operator.example'],
    columns: {
      downloadCode: 'Booking',
      guidebookId: 'Tour',
      language: 'Language',
      arrivalDate: 'Arrival',
      departureDate: 'Departure',
      devices: 'Persons',
    },
    hotelColumns: [
      { header: 'Hotel', library: 'HOTELS', nights: 'stay' },
      { header: 'Night 2', library: 'HOTELS', nights: { from: 2, to: 2 } },
    ],
    period: { daysBeforeArrival: 14, daysAfterDeparture: 30 },
    onExistingCode: 'report',
  })
  const without = await guess(text)
  expect(without.configuration?.hotelColumns).toBeUndefined()
  expect(without.notes).toContain('Columns that seem to contain hotels (Hotel, Night 2) need a library.')
})

it('without a column for every field there is no configuration, and each missing field is named', async () => {
  const { configuration, missing, notes } = await guess('Booking;Arrival\n1;2027-07-10\n2;2027-07-11')
  expect(configuration).toBeNull()
  expect(missing).toEqual(['guidebookId', 'language', 'departureDate', 'devices'])
  expect(notes.filter((note) => note.startsWith('No column was found for'))).toHaveLength(4)
})

it('a file with only a header is guessed from its names', async () => {
  const { configuration, columns } = await guess('Booking;Tour;Language;Arrival;Departure;Persons')
  expect(configuration?.columns.devices).toBe('Persons')
  expect(columns.every(({ examples }) => examples.length === 0)).toBe(true)
})
