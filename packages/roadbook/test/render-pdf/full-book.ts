import type { RoadbookImage } from '../../src/index.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf, stayOf } from '../books.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
  'base64',
)
/** A picture by its name; a red dot unless given other bytes. */
export const picture = (name: string, bytes: Uint8Array | null = pixel): RoadbookImage => ({
  name,
  width: 300,
  height: 200,
  bytes,
})

/** Something of everything that a book can hold. */
export const fullBook = emptyBook({
  title: 'From the pass to the lake',
  travel: { arrivalDate: '2026-06-03', departureDate: '2026-06-10' },
  bookingCode: '4711',
  cover: picture('cover'),
  organiser: 'Mountain Trips Ltd',
  stages: [
    stageOf(1, 'Over the pass', {
      date: '2026-06-03',
      routes: [routeOf('Old mule track', madeUpTrack(), 'hiking', { html: '<p>Steep, but <b>safe</b>.</p>' })],
      pois: [poiOf(1, 'Spring', 46.42, 13.74, { icon: 'water' }), poiOf(2, 'Airport', 45, 12, { icon: 'airport' })],
      texts: [{ title: 'Getting there', html: '<p>By bus.</p>', image: null }],
      accommodations: [
        stayOf('Hotel Lime', {
          lat: 46.45,
          lon: 13.79,
          arrivalDate: '2026-06-03',
          departureDate: '2026-06-04',
          comment: 'Half board\r\n\nKey at the bar\n',
          phone: '+386 (0)5 388 51 00',
          web: 'www.lime.example',
        }),
      ],
    }),
    stageOf(2, '', { routes: [routeOf('', madeUpTrack(50), 'ferry-route')] }),
  ],
  generalInfo: {
    texts: [{ title: 'Emergency', html: '<p>Call 112.</p>', image: null }],
    pois: [],
    routes: [],
    accommodations: [],
  },
})
