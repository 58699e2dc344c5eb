import type { DataSet, DemoPoi, DemoRoute } from './data-set.ts'
import { lineThrough } from './line-through.ts'
import { daysOfPlaces, type Place, placeNamed } from './mont-blanc-places.ts'

const pointsBetween = 60

const note = {
  en: '<p>Drawn through true places for this demonstration. Do not walk by it.</p>',
  de: '<p>Für diese Vorführung durch wahre Orte gezeichnet. Nicht zum Wandern.</p>',
}

const route = (customId: string, places: readonly Place[], names: DemoRoute['names']): DemoRoute => ({
  customId,
  names,
  descriptions: note,
  waypoints: lineThrough(places, pointsBetween),
})

const poi = (customId: string, name: string, icon: string, en: string, de: string): DemoPoi => {
  const { lat, lon, ele } = placeNamed(name)
  const height = { en: `<p>${ele} m. ${en}</p>`, de: `<p>${ele} m. ${de}</p>` }
  return { customId, names: { en: name, de: name }, descriptions: height, lat, lng: lon, icon }
}

const [first = [], second = [], third = []] = daysOfPlaces
const upTo = (places: readonly Place[], name: string) =>
  places.slice(0, places.findIndex((place) => place.name === name) + 1)
const from = (places: readonly Place[], name: string) => places.slice(places.findIndex((place) => place.name === name))

/** The built-in data set: three days around Mont Blanc, written for this project. */
export const montBlanc: DataSet = {
  titles: { en: 'Around Mont Blanc in three days', de: 'In drei Tagen um den Mont Blanc' },
  routes: [
    route('day-1', first, { en: 'Over the Col du Bonhomme', de: 'Über den Col du Bonhomme' }),
    route('day-2', second, { en: 'Over the Col de la Seigne', de: 'Über den Col de la Seigne' }),
    route('day-3-west', upTo(third, 'Lac Chécrouit'), { en: 'To Lac Chécrouit', de: 'Zum Lac Chécrouit' }),
    route('day-3-east', from(third, 'Lac Chécrouit'), { en: 'Down to Courmayeur', de: 'Hinab nach Courmayeur' }),
  ],
  pois: [
    poi('gorge', 'Notre-Dame de la Gorge', 'church', 'Baroque pilgrimage church.', 'Barocke Wallfahrtskirche.'),
    poi(
      'bonhomme',
      'Col du Bonhomme',
      'panoramicview',
      'Snow may lie here into July.',
      'Schnee liegt hier bis in den Juli.',
    ),
    poi(
      'croix',
      'Col de la Croix du Bonhomme',
      'peak',
      'Highest point of the first day.',
      'Höchster Punkt des ersten Tages.',
    ),
    poi('glaciers', 'La Ville des Glaciers', 'town', 'Last hamlet before the pass.', 'Letzter Weiler vor dem Pass.'),
    poi('seigne', 'Col de la Seigne', 'panoramicview', 'From France into Italy.', 'Von Frankreich nach Italien.'),
    poi('combal', 'Cabane du Combal', 'restaurant', 'By the lake of Combal.', 'Am Lac Combal.'),
    poi('checrouit', 'Lac Chécrouit', 'lake', 'Mont Blanc in its mirror.', 'Der Mont Blanc im Spiegel.'),
    poi('maison-vieille', 'Rifugio Maison Vieille', 'hut', 'On the Col Chécrouit.', 'Auf dem Col Chécrouit.'),
  ],
  hotels: [
    poi('chapieux', 'Les Chapieux', 'hut', 'Night in the hamlet.', 'Nacht im Weiler.'),
    poi(
      'elisabetta',
      'Rifugio Elisabetta',
      'hut',
      'Hut of the Italian Alpine Club.',
      'Hütte des italienischen Alpenvereins.',
    ),
    poi('courmayeur', 'Courmayeur', 'hotel', 'Night in the town.', 'Nacht in der Stadt.'),
  ],
  texts: [
    {
      customId: 'arrival',
      names: { en: 'Getting there', de: 'Anreise' },
      descriptions: {
        en: '<p>By train to Saint-Gervais-Les-Bains-Le Fayet, then by bus to <b>Les Contamines</b>.</p>',
        de: '<p>Mit dem Zug nach Saint-Gervais-Les-Bains-Le Fayet, weiter mit dem Bus nach <b>Les Contamines</b>.</p>',
      },
    },
    {
      customId: 'safety',
      names: { en: 'In the mountains', de: 'In den Bergen' },
      descriptions: {
        en: '<ul><li>Emergency number in all of Europe: <b>112</b></li><li>Be at the pass before noon.</li></ul>',
        de: '<ul><li>Notruf in ganz Europa: <b>112</b></li><li>Vor Mittag am Pass sein.</li></ul>',
      },
    },
  ],
  stages: [
    {
      titles: { en: 'Les Contamines to Les Chapieux', de: 'Von Les Contamines nach Les Chapieux' },
      routes: ['day-1'],
      pois: ['gorge', 'bonhomme', 'croix'],
      texts: [],
      hotel: 'chapieux',
    },
    {
      titles: { en: 'Les Chapieux to Rifugio Elisabetta', de: 'Von Les Chapieux zum Rifugio Elisabetta' },
      routes: ['day-2'],
      pois: ['glaciers', 'seigne'],
      texts: ['safety'],
      hotel: 'elisabetta',
    },
    {
      titles: { en: 'Rifugio Elisabetta to Courmayeur', de: 'Vom Rifugio Elisabetta nach Courmayeur' },
      routes: ['day-3-west', 'day-3-east'],
      pois: ['combal', 'checrouit', 'maison-vieille'],
      texts: [],
      hotel: 'courmayeur',
    },
  ],
  group: { name: 'By Lac Chécrouit to Courmayeur', parts: ['day-3-west', 'day-3-east'] },
  inlineRoute: {
    name: 'Les Contamines to Les Chapieux',
    description: '<p>Long, and the <b>highest</b> of the three in ascent.</p>',
    waypoints: lineThrough(first, pointsBetween),
  },
  inlinePoi: {
    name: 'Refuge de la Croix du Bonhomme',
    description: '<p>Hut of the French Alpine Club, 2443 m.</p>',
    lat: placeNamed('Refuge de la Croix du Bonhomme').lat,
    lon: placeNamed('Refuge de la Croix du Bonhomme').lon,
  },
}
