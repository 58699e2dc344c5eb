/**
 * Garmin's symbol names for the POI icons, from the list of its devices and GPSBabel. Devices show a plain flag for an unknown name, so the
 * oldest of several names is used.
 */
const icons: Readonly<Record<string, string>> = {
  'Danger Area': 'attention',
  Crossing: 'fork',
  Lodge: 'hut',
  Information: 'info tourist_info text',
  'Pin, Blue': 'location_large',
  'Parking Area': 'parking parkinggarage',
  'City (Small)': 'town interimstep',
  'City (Medium)': 'stagetown',
  'Flag, Green': 'destination',
  'Drinking Water': 'water',
  'Ball Park': 'ballsports',
  Funicular: 'cablecar_sports cablecar_poi cablecar_trans',
  Summit: 'climbing peak',
  'Skiing Area': 'crosscountryskiing skiing',
  'Bike Trail': 'cycling mountainbiking bikerental',
  'Diver Down Flag 1': 'diving_snorkeling',
  'Fishing Area': 'fishing',
  'Golf Course': 'golfing',
  'Trail Head': 'hiking horseriding',
  Beach: 'kitesurfing surfing windsurfing beach',
  'Boat Ramp': 'rowboat',
  Marina: 'sailing',
  'Swimming Area': 'swimming swimming_indoor swimming_outdoor lake',
  'Amusement Park': 'festival',
  'Movie Theater': 'movie',
  Museum: 'museum',
  'Live Theater': 'music theater',
  Lodging: 'apartment bed_breakfast hotel',
  'Medical Facility': 'doctor hospital',
  Pharmacy: 'pharmacy',
  'Police Station': 'police',
  Building: 'castle',
  Church: 'church',
  'Ghost Town': 'ruins',
  'Scenic Area': 'panoramicview sight tosee waterfall star',
  Zoo: 'zoo',
  Bar: 'bar pub',
  'Fast Food': 'coffee deli icecream',
  Winery: 'distillery_winery',
  Restaurant: 'restaurant',
  'Convenience Store': 'conveniencestore',
  'Shopping Center': 'mall supermarket',
  Airport: 'airport',
  'Ground Transportation': 'busstop taxi',
  Railway: 'trainstation',
  Campground: 'camping',
  Car: 'car',
  'Car Rental': 'carrental vespa',
  Ferry: 'ferry',
}

const symbols = new Map(
  Object.entries(icons).flatMap(([symbol, names]) => names.split(' ').map((icon) => [icon, symbol] as const)),
)

export const garminSymbolOf = (icon: string): string => symbols.get(icon) ?? 'Flag, Blue'
/** For accommodations. */
export const lodgingSymbol = 'Lodging'
