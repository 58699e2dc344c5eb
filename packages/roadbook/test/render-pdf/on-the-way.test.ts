import { describe, expect, test } from 'vitest'
import { loadFonts, type RoadbookDocument, renderPdf } from '../../src/index.ts'
import { poiOf, stageOf, stayOf } from '../books.ts'
import { readPdf } from '../pdf-reader.ts'
import { fullBook } from './full-book.ts'

const fonts = loadFonts()
const read = async (book: RoadbookDocument) => readPdf(renderPdf(book, fonts).pdf)
const [first, second] = fullBook.stages as [RoadbookDocument['stages'][0], RoadbookDocument['stages'][0]]

describe('what travellers need on the way', () => {
  const hut = stayOf('Mountain hut', {
    lat: 46.45,
    lon: 13.79,
    arrivalDate: '2026-06-03',
    departureDate: '2026-06-05',
    address: 'Pass 1, 5280 Valley',
    phone: '+386 5 000 00 00',
    email: 'hut@hut.example',
    checkIn: '15:00',
    checkOut: '10:00',
    openingHours: 'June to October',
    comment: 'Half board',
  })
  const book: RoadbookDocument = {
    ...fullBook,
    emergencyPhone: '+386 41 999 999',
    stages: [
      { ...first, accommodations: [hut], pois: [...first.pois, poiOf(3, 'Signpost', 46.43, 13.745, { icon: 'fork' })] },
      { ...second, date: '2026-06-05', accommodations: [hut] },
    ],
    restDays: [{ date: '2026-06-04', before: 1, accommodation: 'Mountain hut' }],
  }
  const reading = read(book)

  test('the emergency card inside the cover has numbers, booking and the Trip Link', async () => {
    const { pages, links } = await reading
    for (const words of [
      'In an emergency',
      'Slovenia',
      '112',
      'Mountain Trips Ltd, day and night',
      '+386 41 999 999',
      'From the pass to the lake',
      'Booking code 4711',
      'Your position',
    ])
      expect(pages[1]).toContain(words)
    for (const link of ['tel:112', 'tel:+38641999999', book.url]) expect(links).toContain(link)
  })

  test('the list of accommodations has each once, with its nights, stages, address and contact', async () => {
    const { pages, links } = await reading
    const list = pages.find((page) => page.includes('Remarks')) ?? ''
    for (const words of [
      '3 – 5 June 2026',
      '1–2',
      'Pass 1, 5280 Valley',
      'Check-in 15:00',
      'Check-out 10:00',
      'Half board',
    ])
      expect(list).toContain(words)
    expect(list.split('Pass 1, 5280 Valley')).toHaveLength(2)
    expect(links).toContain('mailto:hut@hut.example')
    expect(links).toContain('https://www.openstreetmap.org/?mlat=46.450000&mlon=13.790000#map=16/46.450000/13.790000')
  })

  test('a rest day is a row of the overview', async () => {
    expect((await reading).text).toMatch(/Rest day in Mountain hut Thursday, 4 June 2026/)
  })

  test('the day table has places with distance, height and times, and computed turns in the open', async () => {
    const { text } = await reading
    expect(text).toMatch(/The way in detail .*From start To next Start 0 km .*Signpost/)
    expect(text).toContain('Directions in italics are calculated from the track.')
  })

  test('the day table ends where the main way ends, whatever alternatives there are', async () => {
    const [main] = first.routes
    const table = async (routes: (typeof first)['routes']) => {
      const { text } = await read({ ...book, stages: [{ ...first, routes }] })
      return /The way in detail .*? Finish ([\d.]+ km)/.exec(text)?.[1]
    }
    if (!main) throw new Error('the stage has a route')
    expect(await table([main])).toBeDefined()
    expect(await table([main, { ...main, name: 'Variant' }])).toBe(await table([main]))
  })

  test('each stage links its GPX file, unless the trip has none', async () => {
    const { links } = await reading
    expect(links).toContain(`${book.url}/gpx/01-over-the-pass.gpx`)
    expect(links).toContain(`${book.url}/gpx/02-stage.gpx`)
    expect((await read({ ...book, hasGpx: false })).links.filter((link) => link.endsWith('.gpx'))).toEqual([])
  })
})

test('long remarks of an accommodation continue on the next page', async () => {
  const comment = Array.from({ length: 120 }, (_, index) => `Remark ${index + 1}.`).join('\n')
  const stages = [stageOf(1, 'A day', { accommodations: [stayOf('Hotel', { comment })] })]
  const { text } = await read({ ...fullBook, stages })
  expect(text.split('Remark 120.')).toHaveLength(3)
})
