import { operations, validate } from '@guidebook/contracts'
import { expect } from 'vitest'
import { it } from './fixture.ts'
import { type Partner, withEach } from './partner.ts'

let me: Partner
it.beforeAll(async ({ shared }) => {
  me = shared.newPartner()
  await me.library()
})

/** As the interface specification writes them, and as they are answered. */
const routeIcons = {
  Motorbike: 'motorbike',
  Sledding: 'sledding',
  'Ski touring': 'ski-touring',
  Hiking: 'hiking',
  Cycling: 'cycling',
  'Ferry route': 'ferry-route',
  'Bus tour': 'bus-tour',
  Canoeing: 'canoeing',
  Mountaineering: 'mountaineering',
  Snowshoeing: 'snowshoeing',
  'Cross-country skiing': 'cross-country-skiing',
  Running: 'running',
  Driving: 'driving',
  Transfer: 'transfer',
  Walking: 'walking',
  Segment: 'segment',
  'E-bike': 'e-bike',
  'Nordic walking': 'nordic-walking',
  'Mountain biking': 'mountain-biking',
}

/** The list of the interface specification, word for word. */
const poiIcons =
  'attention, fork, hut, info, location_large, parking, town, water, ballsports, cablecar_sports, climbing, crosscountryskiing, ' +
  'cycling, diving_snorkeling, fishing, golfing, hiking, horseriding, kitesurfing, mountainbiking, rowboat, sailing, skiing, ' +
  'surfing, swimming, windsurfing, festival, movie, museum, music, theater, beach, swimming_indoor, swimming_outdoor, apartment, ' +
  'bed_breakfast, hotel, doctor, hospital, pharmacy, police, cablecar_poi, castle, church, generic, lake, panoramicview, peak, ' +
  'ruins, sight, star, tosee, tourist_info, waterfall, zoo, text, destination, interimstep, stagetown, bar, coffee, deli, ' +
  'distillery_winery, icecream, pub, restaurant, conveniencestore, mall, supermarket, airport, bikerental, busstop, ' +
  'cablecar_trans, camping, car, carrental, ferry, parking, parkinggarage, taxi, trainstation, vespa'

it('every route icon of the specification is accepted as written there, and returned normalised', async () => {
  const created = await withEach(Object.entries(routeIcons), ([name, answered]) =>
    me.route(`icon-${answered}`, { icon: { name } }),
  )
  expect(created.map(({ body }) => body.icon)).toEqual(Object.values(routeIcons).map((name) => ({ name })))
  const { body: list } = await me.get('/content/geodata?kind=route&limit=200')
  const read = list.items.map(({ icon }: { icon: { name: string } }) => icon.name)
  expect(read.toSorted()).toEqual(Object.values(routeIcons).toSorted())
})

it('a route icon is read without regard to case, spaces, hyphens and underscores', async () => {
  const { body } = await me.route('variants')
  const update = async (name: string) => {
    const change = { account: me.account, icon: { name } }
    return (await me.put(`/content/geodata/route/${body.id}`, change)).body.icon?.name
  }
  const spellings = [
    'Cross-country skiing',
    'CROSS COUNTRY SKIING',
    'cross_country_skiing',
    'crosscountryskiing',
    ' E-bike ',
  ]
  expect(await Promise.all(spellings.map(update))).toEqual([...Array(4).fill('cross-country-skiing'), 'e-bike'])
})

it('every POI icon of the specification is accepted on create, update and change', async () => {
  const icons = [...new Set(poiIcons.split(', '))]
  const created = await withEach(icons, (icon) => me.poi(`poi-${icon}`, { icon }))
  expect(created.map(({ body }) => body.icon)).toEqual(icons)
  const sent = { account: me.account, library: { customId: 'LIB' }, customId: 'icons' }
  for (const icon of icons) {
    expect(validate(operations.updatePoi.body, { ...sent, icon })).toEqual([])
    expect(validate(operations.patchPoi.body, { icon })).toEqual([])
  }
  const { body } = await me.poi('icons')
  expect((await me.put('/content/geodata/poi', { ...sent, icon: 'zoo' })).body.icon).toBe('zoo')
  expect((await me.patch(`/content/geodata/poi/${body.id}`, { icon: 'bar' })).body.icon).toBe('bar')
})

it('an unknown icon is refused with the list of icons', async () => {
  const [route, poi] = [
    await me.route('no-icon', { icon: { name: 'teleport' } }),
    await me.poi('no-icon', { icon: 'Hut' }),
  ]
  expect([route.status, poi.status]).toEqual([422, 422])
  for (const icon of Object.values(routeIcons)) expect(route.body.errors[0].message).toContain(icon)
  for (const icon of poiIcons.split(', ')) expect(poi.body.errors[0].message).toContain(icon)
})
