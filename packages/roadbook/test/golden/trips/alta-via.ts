import type { Segments } from '@guidebook/route-geometry'
import type { RoadbookDocument, Stage } from '../../../src/index.ts'
import { emptyBook, routeOf, stageOf, stayOf } from '../../books.ts'
import { peaks } from '../painted.ts'
import { along, placesAlong } from './along.ts'
import { withSheets } from './basemaps.ts'
import { mountainTrack } from './tracks.ts'

const huts = [
  ['Pragser Wildsee', 46.699, 12.085, 1494],
  ['Rifugio Biella', 46.654, 12.1, 2327],
  ['Rifugio Fanes', 46.612, 12.019, 2060],
  ['Rifugio Lagazuoi', 46.528, 12.008, 2752],
  ['Rifugio Averau', 46.4985, 12.0408, 2416],
  ['Rifugio Città di Fiume', 46.431, 12.114, 1918],
] as const

const between = (from: number, to: number, detour = 0, seed = from): Segments => {
  const [, fromLat, fromLon, fromEle] = huts[from] as (typeof huts)[number]
  const [, toLat, toLon, toEle] = huts[to] as (typeof huts)[number]
  return [
    mountainTrack({
      from: { lat: fromLat, lon: fromLon, ele: fromEle },
      to: { lat: toLat, lon: toLon, ele: toEle },
      points: 900,
      climb: 420,
      detour,
      seed,
    }),
  ]
}

const day = (index: number): string => `2027-07-${String(3 + index).padStart(2, '0')}`

const stay = (hut: number, arrival: number, nights: number) => {
  const [name, lat, lon] = huts[hut] as (typeof huts)[number]
  return stayOf(name, {
    lat,
    lon,
    arrivalDate: day(arrival),
    departureDate: day(arrival + nights),
    phone: '+39 0436 866 991',
    web: 'https://huts.example/lager',
    comment: 'Lager, Halbpension\nHüttenschlafsack mitbringen',
  })
}

const wayHtml = (from: string, to: string): string =>
  `<p>Von <b>${from}</b> führt der Weg durch Zirbenwald und über weite Almböden, dann in Kehren über Geröll auf die Scharte. Jenseits öffnet sich der Blick auf die Tofane. Zuletzt geht es auf einem alten Kriegsweg aus dem Ersten Weltkrieg hinüber nach ${to}.</p><ul><li>Letztes Wasser an der Alm</li><li>Altschneefelder bis Mitte Juli</li></ul>`

/** Six days in German on A4 without a picture: variants of a day, two nights in one hut with a stage of rest between, and a rest day without a stage. */
export const altaVia = async (): Promise<RoadbookDocument> => {
  const stage = (number: number, title: string, index: number, changes: Partial<Stage>): Stage =>
    stageOf(number, title, { date: day(index), ...changes })
  const [first, second, third, fourth] = [between(0, 1), between(1, 2), between(2, 3), between(3, 4)]
  const ferrata = between(2, 3, 0.012, 40)
  const book = emptyBook({
    lang: 'de',
    title: 'Dolomiten-Höhenweg Nr. 1',
    html: '<p>Vom Pragser Wildsee über die Hochflächen von Fanes und den Lagazuoi zur Civetta: fünf Tage, ein Ruhetag auf der Faneshütte und an zwei Tagen die Wahl zwischen Normalweg und Variante.</p>',
    brand: {
      name: 'Bergschule Pustertal',
      logo: await peaks('logo', '#274690'),
      primaryColor: '#274690',
      secondaryColor: '#d1495b',
    },
    organiser: 'Bergschule Pustertal',
    travel: { arrivalDate: day(0), departureDate: day(6) },
    bookingCode: 'AV1-2027',
    stages: [
      stage(1, 'Vom Pragser Wildsee zur Seekofelhütte', 0, {
        routes: [routeOf('Durch den Nabigen Kessel', first, 'mountaineering', { html: wayHtml('Prags', 'Biella') })],
        pois: placesAlong(first, [
          [0, 'Hotel Pragser Wildsee', { icon: 'restaurant', phone: '+39 0474 748 602' }],
          [0.35, 'Grünwaldalm', { icon: 'hut', html: '<p>Jause bis 17 Uhr, danach geschlossen.</p>' }],
          [0.7, 'Ofenscharte', { icon: 'pass', html: '<p>Seilversicherte Stelle, bei Nässe rutschig.</p>' }],
          [0.9, 'Quelle', { icon: 'water' }],
        ]),
        accommodations: [stay(1, 0, 1)],
      }),
      stage(2, 'Über die Pederü zur Faneshütte', 1, {
        routes: [
          routeOf('Über Pederü', second, 'hiking', { html: wayHtml('der Seekofelhütte', 'Klein-Fanes') }),
          routeOf('Variante über den Limojoch-Steig', between(1, 2, -0.02, 21), 'hiking', {
            html: '<p>Zwei Stunden länger, einsam und nur bei trockenem Wetter. Orientierungssinn nötig.</p>',
          }),
        ],
        pois: placesAlong(second, [
          [0.4, 'Pederü', { icon: 'restaurant', html: '<p>Gasthaus, Taxi ins Tal.</p>' }],
          [0.8, 'Grünsee', { icon: 'viewpoint' }],
        ]),
        accommodations: [stay(2, 1, 2)],
      }),
      stage(3, 'Ruhetag auf der Faneshütte', 2, {
        texts: [
          {
            title: 'Ein Tag ohne Rucksack',
            html: '<p>Zum Limosee (1 h), auf den Col Bechei (3 h) oder einfach in die Sonne. Abends Vortrag über die Murmeltiere der Fanesalm.</p>',
            image: null,
          },
        ],
        accommodations: [stay(2, 1, 2)],
      }),
      stage(4, 'Zum Rifugio Lagazuoi', 3, {
        routes: [
          routeOf('Normalweg über die Forcella del Lago', third, 'mountaineering', {
            html: wayHtml('der Faneshütte', 'Lagazuoi'),
          }),
          routeOf('Klettersteig Tomaselli', ferrata, 'mountaineering', {
            html: '<p>Nur mit Ausrüstung und Führer. <b>Bei Gewittergefahr gesperrt.</b></p><table><tr><th>Abschnitt</th><th>Schwierigkeit</th><th>Zeit</th></tr><tr><td>Einstieg bis Grotte</td><td>C</td><td>1 h</td></tr><tr><td>Gipfelwand</td><td>D/E, ausgesetzt, Armkraft nötig</td><td>1 h 30</td></tr><tr><td>Abstieg</td><td>B</td><td>1 h</td></tr></table>',
          }),
        ],
        pois: placesAlong(third, [
          [0.3, 'Lago di Lagazuoi', { icon: 'lake', html: '<p>Kalt, klar, kein Badesee.</p>' }],
          [0.6, 'Forcella del Lago', { icon: 'pass' }],
          [0.85, 'Stellungen aus dem Krieg', { icon: 'sight', html: '<p>Stirnlampe für die Stollen mitnehmen.</p>' }],
        ]),
        accommodations: [stay(3, 3, 1)],
      }),
      stage(5, 'Hinüber zum Averau und nach Cinque Torri', 4, {
        routes: [
          routeOf('Über die Forcella Averau', fourth, 'mountaineering', {
            html: wayHtml('dem Lagazuoi', 'Cinque Torri'),
          }),
        ],
        pois: placesAlong(fourth, [
          [0.5, 'Passo Falzarego', { icon: 'bus', html: '<p>Bus nach Cortina um 14:10 und 17:35 Uhr.</p>' }],
        ]),
        accommodations: [stay(4, 4, 2)],
      }),
    ],
    restDays: [{ date: day(5), before: 5, accommodation: stay(4, 4, 2).name }],
    generalInfo: {
      texts: [
        {
          title: 'Ausrüstung',
          html: '<ul><li>Hüttenschlafsack</li><li>Regenjacke und Regenhose</li><li>Stirnlampe</li><li>Bargeld: nicht jede Hütte nimmt Karten</li></ul>',
          image: null,
        },
        {
          title: 'Sicherheitsbestimmungen',
          html: `<p>Notruf 112. ${along(first, 0.5).ele === undefined ? '' : 'Jede Gruppe hat ein Erste-Hilfe-Set.'}</p>`,
          image: null,
        },
      ],
      pois: [],
      routes: [],
      accommodations: [],
    },
  })
  return withSheets(book, [1, 3])
}
