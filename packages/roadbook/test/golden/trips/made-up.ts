import type { RoadbookDocument } from '../../../src/index.ts'
import { emptyBook, madeUpTrack, routeOf, stageOf, stayOf } from '../../books.ts'
import { landscape } from '../painted.ts'
import { placesAlong } from './along.ts'

/** Greek, for a test account, made of code alone: two ways in one day, forty places, a broken picture, a long table. */
export const madeUp = async (): Promise<RoadbookDocument> => {
  const [walk, crossing] = [madeUpTrack(300), madeUpTrack(40, 46.46, 13.79)]
  const rows = Array.from({ length: 45 }, (_, hour) => `<tr><td>${hour + 1}</td><td>Λιμάνι – Κορυφή</td></tr>`)
  return emptyBook({
    lang: 'el',
    title: 'Από τον Όλυμπο στη θάλασσα',
    html: '<p>Πεζοπορία δύο ημερών με πανοραμική θέα και μια διαδρομή με το πλοίο.</p>',
    brand: { name: 'Πεζοπόροι', logo: null, primaryColor: '#1d3f8f', secondaryColor: '#3aa0d8' },
    organiser: 'Πεζοπόροι',
    test: true,
    cover: { name: 'gone', width: 900, height: 600, bytes: null },
    stages: [
      stageOf(1, 'Ανάβαση', {
        date: '2026-05-01',
        routes: [
          routeOf('Παλιό μονοπάτι', walk, 'hiking', { html: '<p>Απότομο, αλλά <b>ασφαλές</b>.</p>' }),
          routeOf('Πέρασμα', crossing, 'ferry-route', {
            role: 'leg',
            image: await landscape('ferry', 220),
          }),
        ],
        pois: placesAlong(
          walk,
          Array.from({ length: 40 }, (_, index) => [index / 39, `Σημείο ${index + 1}`, { icon: 'sight' }]),
        ),
        accommodations: [stayOf('Καταφύγιο', { arrivalDate: '2026-05-01', comment: 'Ημιδιατροφή' })],
      }),
      stageOf(2, 'Ανάπαυση', {
        texts: [{ title: 'Δρομολόγια', html: `<table>${rows.join('')}</table>`, image: null }],
      }),
    ],
  })
}
