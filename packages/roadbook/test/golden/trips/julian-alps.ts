import type { RoadbookDocument } from '../../../src/index.ts'
import { emptyBook, routeOf, stageOf, stayOf } from '../../books.ts'
import { sampleTracks } from '../../sample-tracks.ts'
import { landscape, peaks } from '../painted.ts'
import { along, placesAlong } from './along.ts'

const wayUp =
  '<p>Vom <b>Vršič-Pass</b> führt der Weg zunächst flach durch lichten Lärchenwald, dann steil über Geröll hinauf zur Scharte. Wer schwindelfrei ist, nimmt den gesicherten Steig durch die Nordwand; alle anderen folgen dem Normalweg über die Südflanke, der gut markiert und bei trockenem Wetter unschwierig ist.</p><ul><li>Trinkwasser mitnehmen</li><li>Helm empfohlen</li></ul>'

/** Two days in German on A4: cover picture, logo, places of all sorts, a night with a comment, a table. */
export const julianAlps = async (): Promise<RoadbookDocument> => {
  const mojstrovka = sampleTracks('Mojstrovka').tracks.flatMap(({ segments }) => segments)
  const korita = sampleTracks('korita-zbevnica').tracks.flatMap(({ segments }) => segments)
  const end = along(mojstrovka, 1)
  return emptyBook({
    lang: 'de',
    title: 'Julische Alpen und Istrien',
    html: '<p>Zwei Tage zwischen Hochgebirge und Karst: erst hinauf auf die Mojstrovka, dann durch die Schlucht von Korita auf die Žbevnica.</p>',
    brand: {
      name: 'Alpine Walks',
      logo: await peaks('logo', '#0b5d4b'),
      primaryColor: '#0b5d4b',
      secondaryColor: '#e07b00',
    },
    organiser: 'Wanderreisen Müller GmbH',
    travel: { arrivalDate: '2026-06-03', departureDate: '2026-06-10' },
    bookingCode: 'AB-4711',
    cover: await landscape('cover', 150, 1400, 1000),
    stages: [
      stageOf(1, 'Über die Mojstrovka', {
        date: '2026-06-03',
        routes: [
          routeOf('Mojstrovka', mojstrovka, 'mountaineering', { html: wayUp, image: await landscape('up', 210) }),
        ],
        pois: placesAlong(mojstrovka, [
          [
            0.1,
            'Hütte am Joch',
            {
              icon: 'hut',
              html: '<p>Bewirtschaftet von Juni bis September, 40 Lager. Telefonische Reservierung empfohlen.</p>',
              phone: '+386 41 123 456',
              web: 'www.hut.example',
            },
          ],
          [0.3, 'Quelle', { icon: 'water' }],
          [
            0.5,
            'Mala Mojstrovka',
            {
              icon: 'viewpoint',
              html: '<p>Schönster Blick auf die Julischen Alpen, bei klarem Wetter bis zum Meer.</p>',
              image: await landscape('view', 30),
            },
          ],
          [0.75, 'Gasthaus zur Post', { icon: 'restaurant', phone: '+386 5 388 51 00' }],
        ]),
        texts: [{ title: 'Anreise', html: '<p>Mit dem Bus von Kranjska Gora zum Pass.</p>', image: null }],
        accommodations: [
          stayOf('Hotel Linde', {
            html: '<p>Familiengeführtes Haus am Waldrand.</p>',
            lat: end.lat,
            lon: end.lon,
            phone: '+386 5 388 51 01',
            web: 'https://linde.example/zimmer',
            arrivalDate: '2026-06-03',
            departureDate: '2026-06-04',
            comment: 'Halbpension\nSchlüssel an der Bar',
            image: await landscape('hotel', 90),
          }),
        ],
      }),
      stageOf(2, 'Korita und Žbevnica', {
        date: '2026-06-04',
        routes: [routeOf('Durch die Schlucht', korita, 'hiking', { html: wayUp })],
        pois: placesAlong(korita, [
          [0.2, 'Korita', { icon: 'waterfall' }],
          [0.6, 'Žbevnica', { icon: 'peak' }],
        ]),
        accommodations: [stayOf('Pension Lipa', { arrivalDate: '2026-06-04', departureDate: '2026-06-10' })],
      }),
    ],
    generalInfo: {
      texts: [
        {
          title: 'Notruf',
          html: '<p>112 in ganz Europa.</p><table><tr><th>Dienst</th><th>Nummer</th></tr><tr><td>Bergrettung</td><td>112</td></tr><tr><td>Polizei</td><td>113</td></tr></table>',
          image: null,
        },
      ],
      pois: [],
      routes: [],
      accommodations: [],
    },
  })
}
