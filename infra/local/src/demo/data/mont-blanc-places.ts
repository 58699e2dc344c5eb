/** A place on the route: WGS 84, height in metres above sea level. */
export interface Place {
  name: string
  lat: number
  lon: number
  ele: number
}

/**
 * Three days of the Tour du Mont Blanc, from Les Contamines in France to Courmayeur in Italy: villages, huts and passes with their
 * real coordinates and heights, in walking order.
 */
export const daysOfPlaces: readonly (readonly Place[])[] = [
  [
    { name: 'Les Contamines-Montjoie', lat: 45.8217, lon: 6.7272, ele: 1167 },
    { name: 'Notre-Dame de la Gorge', lat: 45.7956, lon: 6.7217, ele: 1210 },
    { name: 'Refuge de Nant Borrant', lat: 45.7798, lon: 6.7143, ele: 1459 },
    { name: 'Refuge de la Balme', lat: 45.7601, lon: 6.7063, ele: 1706 },
    { name: 'Plan des Dames', lat: 45.7438, lon: 6.7159, ele: 2043 },
    { name: 'Col du Bonhomme', lat: 45.735, lon: 6.7066, ele: 2329 },
    { name: 'Col de la Croix du Bonhomme', lat: 45.7246, lon: 6.7168, ele: 2479 },
    { name: 'Refuge de la Croix du Bonhomme', lat: 45.7226, lon: 6.7172, ele: 2443 },
    { name: 'Les Chapieux', lat: 45.6977, lon: 6.7344, ele: 1554 },
  ],
  [
    { name: 'Les Chapieux', lat: 45.6977, lon: 6.7344, ele: 1554 },
    { name: 'La Ville des Glaciers', lat: 45.7281, lon: 6.7677, ele: 1789 },
    { name: 'Refuge des Mottets', lat: 45.7357, lon: 6.7793, ele: 1870 },
    { name: 'Col de la Seigne', lat: 45.7521, lon: 6.8084, ele: 2516 },
    { name: 'La Casermetta', lat: 45.7544, lon: 6.821, ele: 2365 },
    { name: 'Rifugio Elisabetta', lat: 45.7672, lon: 6.838, ele: 2195 },
  ],
  [
    { name: 'Rifugio Elisabetta', lat: 45.7672, lon: 6.838, ele: 2195 },
    { name: 'Cabane du Combal', lat: 45.776, lon: 6.871, ele: 1968 },
    { name: 'Arête du Mont-Favre', lat: 45.7671, lon: 6.887, ele: 2430 },
    { name: 'Lac Chécrouit', lat: 45.7729, lon: 6.9025, ele: 2165 },
    { name: 'Rifugio Maison Vieille', lat: 45.7909, lon: 6.9313, ele: 1956 },
    { name: 'Dolonne', lat: 45.793, lon: 6.961, ele: 1210 },
    { name: 'Courmayeur', lat: 45.7969, lon: 6.969, ele: 1224 },
  ],
]

/** Finds a place by its name. */
export function placeNamed(name: string): Place {
  const place = daysOfPlaces.flat().find((one) => one.name === name)
  if (!place) throw new Error(`no place ${name}`)
  return place
}
