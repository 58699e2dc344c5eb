import type { RoadbookDocument } from '../../../src/index.ts'
import { emptyBook, routeOf, stageOf, stayOf } from '../../books.ts'
import { sampleTracks } from '../../sample-tracks.ts'
import { placesAlong } from './along.ts'

const dateOf = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`

/** Ten stages in English on A4 without any picture: the line of the trip is on the cover, under a light brand colour. */
export const teAraroa = (): RoadbookDocument =>
  emptyBook({
    title: 'Te Araroa: from Cape Reinga to the Raetea Forest',
    brand: { name: 'Long Pathway', logo: null, primaryColor: '#f2c230', secondaryColor: '#006d77' },
    organiser: 'Long Pathway',
    travel: { arrivalDate: dateOf(1), departureDate: dateOf(11) },
    bookingCode: '20261101',
    stages: sampleTracks('te-araroa-2022-23-track')
      .tracks.slice(0, 10)
      .map(({ name, segments }, index) => {
        const title = name.replace(/^\d+ /, '').replaceAll(/ +/g, ' ')
        return stageOf(index + 1, title, {
          date: dateOf(index + 1),
          routes: [routeOf(title, segments, index === 5 ? 'transfer' : 'hiking')],
          pois: placesAlong(segments, [
            [0, index === 0 ? 'Cape Reinga' : `Post ${index}`, { icon: 'stagetown' }],
            [0.5, 'Shelter', { icon: 'shelter', html: '<p>Roof, bench and rain water.</p>' }],
          ]),
          accommodations: [
            stayOf(`Camp ${index + 1}`, { arrivalDate: dateOf(index + 1), departureDate: dateOf(index + 2) }),
          ],
        })
      }),
  })
