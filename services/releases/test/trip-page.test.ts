import type { PublishedGuidebook } from '@guidebook/contracts'
import { expect, it } from 'vitest'
import type { Release } from '../src/release/release.ts'
import { tripPage } from '../src/trip-link/page/trip-page.ts'
import type { TripPageInput } from '../src/trip-link/page/view.ts'
import { aGuidebook } from './published.ts'

const provider = {
  name: 'Alpine Walks',
  logo: null,
  primaryColor: '#0a7d4b',
  emergencyPhone: '+41 81 000 00 00',
}
const release = {
  provider,
  reseller: null,
  download_code: 4711,
  seller_download_code: null,
  pdf_enabled: true,
  gpx_enabled: true,
  app_enabled: false,
  arrival_date: '2026-07-14',
  departure_date: '2026-07-17',
} as unknown as Release

const artifacts: TripPageInput['artifacts'] = {
  pdf: { key: 'book', bytes: 1_000_000, pages: 12 },
  gpx: null,
  page: { key: 'page' },
  images: [],
  bundle: null,
}

/** The two stages of `aGuidebook`, with a rest day between them at a hut whose details are known. */
const withRestDay = (): PublishedGuidebook => {
  const [first, second] = aGuidebook().stages
  if (!first || !second) throw new Error('the guidebook has two stages')
  const hut = {
    ...first.accommodations[0],
    name: 'Mountain hut',
    departureDate: '2026-07-16',
    address: 'Pass 1, 7000 Chur',
    email: 'hut@hut.example',
    checkIn: '15:00',
    checkOut: '10:00',
    openingHours: 'June to October',
    phone: '+41 81 111 11 11',
  } as (typeof first.accommodations)[number]
  return aGuidebook({
    stages: [
      { ...first, accommodations: [hut] },
      { ...second, date: '2026-07-16' },
    ],
    restDays: [{ date: '2026-07-15', before: 1, accommodation: 'Mountain hut' }],
    emergency: [
      { country: 'AT', call: '112', others: [{ service: 'mountain-rescue', number: '140' }] },
      { country: 'IT', call: '112', others: [] },
      { country: 'SI', call: '112', others: [] },
    ],
  })
}

const pageOn = (today: string, fields: Partial<TripPageInput> = {}): string =>
  tripPage({
    release,
    waitsFor: null,
    documents: [],
    page: withRestDay(),
    releaseLang: 'en',
    artifacts,
    today,
    base: '/t/link',
    accepted: [],
    map: { style: null, origins: [] },
    isPreview: false,
    hasBooking: true,
    imageUrl: () => null,
    ...fields,
  }).body

/** The files of the offline copy. */
const filesOf = (page: string): string[] =>
  JSON.parse(/id="offline-facts">(.*?)<\/script>/s.exec(page)?.[1] ?? '').files

const inOrder = (text: string, ...parts: string[]): boolean =>
  parts.every((part, index) => text.indexOf(part) > (index === 0 ? -1 : text.indexOf(parts[index - 1] as string)))

it('on a rest day, today is the rest day with its hotel, and no stage', () => {
  const page = pageOn('2026-07-15')
  expect(page).toMatch(/Today<\/span> Wednesday, 15 July 2026<\/p>\s*<h2>Rest day in Mountain hut<\/h2>.*Half board/s)
  expect(page).not.toContain('aria-current="date"')
  expect(page).not.toContain('id="today-')
})

it('a day before the first stage is the arrival only on the day of arrival', () => {
  const restDays = ['2026-07-12', '2026-07-13'].map((date) => ({ date, before: 0, accommodation: 'Inn' }))
  const early = { ...release, arrival_date: '2026-07-12' } as unknown as Release
  const page = pageOn('2026-07-10', { page: { ...withRestDay(), restDays }, release: early })
  expect(inOrder(page, 'Arrival: Inn', 'Rest day in Inn', 'id="stage-1"')).toBe(true)
  expect(page.split('Arrival: Inn')).toHaveLength(2)
})

it('two bookings of the same nights in one hotel are both shown with their remarks', () => {
  const page = withRestDay()
  const [first] = page.stages
  const [hut] = first?.accommodations ?? []
  if (!first || !hut) throw new Error('the guidebook has a hotel')
  first.accommodations.push({ ...hut, comment: 'A second room' })
  const body = pageOn('2026-07-15', { page })
  const [today = '', rest = ''] = body.split('id="stays"')
  const [list = ''] = rest.split('</ul>')
  for (const part of [today, list]) expect(inOrder(part, 'Half board', 'A second room')).toBe(true)
})

it('a hotel whose departure is not after its arrival is shown on the day of its night', () => {
  const page = withRestDay()
  const [hut] = page.stages[0]?.accommodations ?? []
  Object.assign(hut ?? {}, { arrivalDate: '2026-07-15', departureDate: '2026-07-15' })
  const [today] = pageOn('2026-07-15', { page }).split('id="stays"')
  expect(today).toContain('Half board')
})

it('a hotel whose departure is the day of its arrival shows the arrival only', () => {
  const page = withRestDay()
  const [hut] = page.stages[0]?.accommodations ?? []
  Object.assign(hut ?? {}, { arrivalDate: '2026-07-15', departureDate: '2026-07-15' })
  const body = pageOn('2026-07-10', { page })
  expect(body).toContain('<p>Arrival: ')
  expect(body).not.toContain('Departure')
})

it('a trip of which one day is known begins or ends on this day', () => {
  const on = (dates: { arrival_date: string | null; departure_date: string | null }, fields = {}) =>
    pageOn('2026-07-10', { release: { ...release, ...dates } as unknown as Release, ...fields })
  const [arrival, departure] = ['2026-07-14', '2026-07-17']
  expect(on({ arrival_date: arrival, departure_date: departure })).toMatch(/class="dates">14\s–\s17 July 2026<\/p>/)
  expect(on({ arrival_date: arrival, departure_date: null })).toContain('class="dates">from 14 July 2026</p>')
  expect(on({ arrival_date: null, departure_date: departure })).toContain('class="dates">until 17 July 2026</p>')
  const german = { page: aGuidebook({ lang: 'de' }) }
  expect(on({ arrival_date: null, departure_date: departure }, german)).toContain('>bis 17. Juli 2026</p>')
  expect(on({ arrival_date: null, departure_date: null })).not.toContain('class="dates"')
})

it('a stage that is called by its number has the number once', () => {
  const page = withRestDay()
  const [first] = page.stages
  Object.assign(first ?? {}, { title: 'Stage 1' })
  const body = pageOn('2026-07-14', { page })
  expect(body).toMatch(/<h2 id="today-1"[^>]*>Stage 1<\/h2>/)
  expect(body).not.toContain('1. Stage 1')
  expect(body.split('aria-label="Stage 1"')).toHaveLength(3)
  expect(body).toContain('aria-label="2. Down to the lake"')
})

it('ways without a name have no headings', () => {
  const page = aGuidebook()
  const [first] = page.stages
  const [route] = first?.routes ?? []
  if (!first || !route) throw new Error('the guidebook has a route')
  const unnamed = { ...route, name: '' }
  const way = { name: '', stats: route.stats, profile: null, routes: [unnamed, unnamed], gpx: null }
  Object.assign(first, { routes: [unnamed], alternatives: [way] })
  const body = pageOn('2026-07-10', { page })
  expect(body.split('Along the stream.')).toHaveLength(4)
  expect(body).not.toMatch(/<h[34][^>]*><\/h/)
})

it('without the GPX channel, neither page nor offline copy load data of interactive maps', () => {
  const gpx = { files: [], zip: { key: 'zip', bytes: 1_000 } }
  const fields = { artifacts: { ...artifacts, gpx, map: { key: 'map', bytes: 1_000_000 } } }
  const off = { ...fields, release: { ...release, gpx_enabled: false } as unknown as Release }
  for (const part of ['data-map-data="/t/link/map"', ',"/t/link/map",', 'maplibre-gl.mjs']) {
    expect(pageOn('2026-07-10', fields)).toContain(part)
    expect(pageOn('2026-07-10', off)).not.toContain(part)
  }
})

it('the offline copy has the release’s language at its own path too, when there are others', () => {
  const path = '/t/link/lang/en'
  const languages = [{ lang: 'de', key: 'page.de' }]
  expect(filesOf(pageOn('2026-07-10', { artifacts: { ...artifacts, languages } }))).toContain(path)
  expect(filesOf(pageOn('2026-07-10'))).not.toContain(path)
})

it('the offline copy has every GPX file that the page links, also of two stages with the same track', () => {
  const file = (name: string, stage: number, variant: 'full' | 'device', key: string) => ({
    ...{ name, stage, variant, key },
    bytes: 1_000,
  })
  const files = [
    file('stage-1', 1, 'full', 'same'),
    file('stage-1-device', 1, 'device', 'same'),
    file('stage-2', 2, 'full', 'same'),
    file('stage-3', 3, 'full', 'long'),
    file('stage-3-device', 3, 'device', 'short'),
  ]
  const gpx = { files, zip: { key: 'zip', bytes: 1_000 } }
  const kept = filesOf(pageOn('2026-07-10', { artifacts: { ...artifacts, gpx } }))
  expect(kept.filter((path) => path.endsWith('.gpx'))).toEqual(
    ['stage-1', 'stage-2', 'stage-3', 'stage-3-device'].map((name) => `/t/link/gpx/${name}.gpx`),
  )
})

it('on other days, the rest day is between its stages', () => {
  const page = pageOn('2026-07-10')
  expect(inOrder(page, 'id="stage-1"', 'Rest day in Mountain hut', 'id="stage-2"')).toBe(true)
  expect(pageOn('2026-07-16')).toContain('aria-current="date"')
})

it('the accommodations are first before the trip, and right after today’s stage during it', () => {
  expect(inOrder(pageOn('2026-07-10'), 'class="dates"', 'id="stays"', 'id="downloads"', 'id="stages"')).toBe(true)
  expect(inOrder(pageOn('2026-07-14'), 'id="today-1"', 'id="stays"', 'id="downloads"', 'id="stages"')).toBe(true)
})

it('a hotel has its address, its hours, and links to map, telephone and e-mail', () => {
  const page = pageOn('2026-07-10')
  for (const part of [
    'Pass 1, 7000 Chur',
    'Check-in 15:00 · Check-out 10:00 · Open June to October',
    'href="tel:+41811111111"',
    'href="mailto:hut@hut.example"',
    'href="https://www.openstreetmap.org/?mlat=46.800000&amp;mlon=9.300000#map=16/46.800000/9.300000"',
    'data-geo="46.800000,9.300000"',
  ])
    expect(page).toContain(part)
})

it('details that are no address or number are text and no link', () => {
  const page = withRestDay()
  const [stay] = page.stages[0]?.accommodations ?? []
  const phone = '+39 0471 123456 / +39 335 1234567'
  Object.assign(stay ?? {}, { email: 'ask <b>us</b>@', phone, address: '<i>Pass</i>', lat: null, lng: null })
  const reachable = { ...release, provider: { ...provider, emergencyPhone: phone } } as unknown as Release
  const body = pageOn('2026-07-10', { page, release: reachable })
  expect(body).not.toMatch(/mailto:|<i>Pass|tel:\+39/)
  for (const part of [
    '&lt;i&gt;Pass&lt;/i&gt;',
    '<p class="fact">ask &lt;b&gt;us&lt;/b&gt;@</p>',
    `<p class="fact">${phone}</p>`,
    `<p class="contact">${phone}</p>`,
  ])
    expect(body).toContain(part)
})

it('the emergency button has the numbers of all countries, the operator’s own, and the booking code', () => {
  const page = pageOn('2026-07-10')
  const card = page.slice(page.indexOf('class="sos"'))
  expect(card).toContain('Emergency call · Austria')
  expect(card).toContain('href="tel:140">Mountain rescue 140')
  expect(card).toContain('Emergency call · Italy, Slovenia')
  expect(card).toMatch(/Alpine Walks, day and night.*href="tel:\+41810000000"/s)
  expect(card).toContain('Booking code: <strong>4711</strong>')
})

it('a page of an older build has 112, and an account without a number has no other', () => {
  const { emergency: _, ...older } = withRestDay()
  const silent = { ...release, provider: { ...provider, emergencyPhone: undefined } } as unknown as Release
  const page = pageOn('2026-07-10', { page: older, release: silent })
  const card = page.slice(page.indexOf('class="sos"'))
  expect(card).toMatch(/Emergency call<\/p>.*href="tel:112"/s)
  expect(card).not.toContain('day and night')
})

it('the navigation names every stage and the roadbook', () => {
  const page = pageOn('2026-07-14')
  expect(page).toMatch(
    /<nav class="stage-nav".*roadbook\.pdf.*href="#stage-1".*aria-current="date">1<.*href="#stage-2"/s,
  )
  expect(inOrder(page, 'class="stage-nav"', 'id="today-1"')).toBe(true)
})

it('the day table names places by their numbers, and says that turns are computed', () => {
  const page = withRestDay()
  const [first] = page.stages
  if (!first) throw new Error('the guidebook has stages')
  const mark = { place: null, turn: null, elevationMetres: null, secondsFromStart: null, secondsToNext: null }
  first.way = [
    { ...mark, kind: 'start', distanceMetres: 0 },
    {
      ...mark,
      kind: 'place',
      place: 1,
      turn: 'sharp-left',
      distanceMetres: 1_200,
      elevationMetres: 850,
      secondsFromStart: 3_600,
    },
    { ...mark, kind: 'end', distanceMetres: 9_000 },
  ]
  const body = pageOn('2026-07-10', { page })
  expect(body).toMatch(
    /<span class="mark">1<\/span> <span dir="auto">Chapel &lt;of&gt; St. Anne<\/span>, <em>sharp left<\/em><\/th><td>1.2\u00A0km<\/td><td>850\u00A0m<\/td><td>1\u00A0h</,
  )
  expect(body).toContain('Directions in italics are calculated from the track.')
})
