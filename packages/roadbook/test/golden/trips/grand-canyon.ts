import type { RoadbookDocument } from '../../../src/index.ts'
import { emptyBook, routeOf, stageOf } from '../../books.ts'
import { sampleTracks } from '../../sample-tracks.ts'
import { landscape, peaks } from '../painted.ts'
import { placesAlong } from './along.ts'

/** One long stage by boat in French on A5, under a dark brand colour. */
export const grandCanyon = async (): Promise<RoadbookDocument> => {
  const river = sampleTracks('grand-canyon-river').tracks.flatMap(({ segments }) => segments)
  return emptyBook({
    lang: 'fr',
    paper: 'a5',
    title: 'Le Colorado à travers le Grand Canyon',
    html: '<p>Trois cent soixante kilomètres de rivière, des eaux calmes de Lee’s Ferry jusqu’aux derniers rapides.</p>',
    brand: {
      name: 'Eaux Vives',
      logo: await peaks('logo', '#fbe3d6'),
      primaryColor: '#5a1f16',
      secondaryColor: '#c8553d',
    },
    organiser: 'Canyon Outfitters',
    travel: { arrivalDate: '2026-09-12', departureDate: null },
    bookingCode: 'GC-360',
    cover: await landscape('cover', 15, 1400, 1000),
    stages: [
      stageOf(1, 'De Lee’s Ferry au lac Mead', {
        routes: [
          routeOf('Le Colorado', river, 'canoeing', {
            html: '<h3>Avant de partir</h3><p>Gilets et sacs étanches sont fournis. Le débit dépend du barrage : les horaires peuvent changer d’un jour à l’autre.</p><blockquote>Ne jamais lâcher la pagaie dans un rapide.</blockquote>',
          }),
        ],
        pois: placesAlong(
          river,
          Array.from({ length: 14 }, (_, index) => [
            (index + 0.5) / 14,
            `Bivouac ${index + 1}`,
            { icon: index % 3 === 0 ? 'viewpoint' : 'camping' },
          ]),
        ),
      }),
    ],
  })
}
