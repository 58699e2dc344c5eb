import type { RoadbookDocument } from '../../../src/index.ts'
import { emptyBook, routeOf, stageOf, stayOf } from '../../books.ts'
import { landscape, peaks } from '../painted.ts'
import { placesAlong } from './along.ts'
import { withSheets } from './basemaps.ts'
import { mountainTrack } from './tracks.ts'

const towns = [
  ['Passau', 48.5743, 13.4631, 302],
  ['Linz', 48.3061, 14.2865, 261],
  ['Grein', 48.2256, 14.8531, 239],
  ['Melk', 48.2274, 15.3319, 228],
  ['Tulln', 48.3314, 16.0567, 180],
  ['Wien', 48.2167, 16.4, 165],
] as const

const html =
  '<p>Vlakke dag langs de rivier over het <b>Donauradweg</b>, bijna overal op asfalt en zonder auto’s. Halverwege wisselt het pad van oever; het fietsveer vaart van april tot oktober, zonder dienstregeling: bel en het komt.</p><h3>Let op</h3><ul><li>Bij hoogwater (R6 in Aschach boven 500 cm) is de noordoever afgesloten.</li><li>Drinkwater is er op elke rustplaats met een blauw bord.</li></ul>'

/** Five days by bicycle in Dutch on A5, with 50,000 points in all and many places; two stages have sheets of maps. */
export const danube = async (): Promise<RoadbookDocument> => {
  const book = emptyBook({
    lang: 'nl',
    paper: 'a5',
    title: 'Fietsen langs de Donau: van Passau naar Wenen',
    html: '<p>Vijf etappes van vijftig tot honderd kilometer, met bagagevervoer en een rustige aankomst in het Prater.</p>',
    brand: {
      name: 'Fietsland',
      logo: await peaks('logo', '#7a1f5c'),
      primaryColor: '#7a1f5c',
      secondaryColor: '#2a9d8f',
    },
    organiser: 'Fietsland Reizen B.V.',
    travel: { arrivalDate: '2027-05-10', departureDate: '2027-05-15' },
    bookingCode: '80155',
    cover: await landscape('cover', 290, 1400, 1000),
    stages: towns.slice(1).map(([name, lat, lon, ele], index) => {
      const [from, fromLat, fromLon, fromEle] = towns[index] as (typeof towns)[number]
      const ends = { from: { lat: fromLat, lon: fromLon, ele: fromEle }, to: { lat, lon, ele } }
      const track = [mountainTrack({ ...ends, points: 10_000, climb: 25, seed: index * 3 })]
      const date = `2027-05-${10 + index}`
      return stageOf(index + 1, `Van ${from} naar ${name}`, {
        date,
        routes: [routeOf('Donauradweg', track, 'cycling', { html })],
        pois: placesAlong(
          track,
          Array.from({ length: 9 }, (_, place) => [
            (place + 0.5) / 9,
            ['Fietsveer', 'Jausenstation', 'Stuwdam', 'Klooster', 'Fietsenmaker'][(place + index) % 5] as string,
            {
              icon: ['ferry', 'restaurant', 'sight', 'church', 'bikerental'][(place + index) % 5] as string,
              ...(place % 3 === 0 && {
                html: '<p>Tot zonsondergang; betalen kan alleen contant.</p>',
                phone: '+43 7272 0',
              }),
            },
          ]),
        ),
        accommodations: [
          stayOf(`Gasthof ${name}`, {
            lat,
            lon,
            arrivalDate: date,
            departureDate: `2027-05-${11 + index}`,
            phone: '+43 732 77 12 34',
            comment: 'Fietsenstalling achter het huis',
          }),
        ],
      })
    }),
    generalInfo: {
      texts: [
        {
          title: 'Terugreis met de trein',
          html: '<table><tr><th>Vertrek</th><th>Trein</th><th>Aankomst</th><th>Opmerking</th></tr><tr><td>08:42</td><td>RJX 60</td><td>11:20</td><td>Fietsplaats vooraf reserveren; acht plaatsen per trein, in de zomer weken vooruit volgeboekt</td></tr><tr><td>10:42</td><td>ICE 28</td><td>13:15</td><td>Geen fietsen</td></tr></table>',
          image: null,
        },
      ],
      pois: [],
      routes: [],
      accommodations: [],
    },
  })
  return withSheets(book, [0, 4])
}
