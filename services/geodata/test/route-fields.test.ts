import { expect } from 'vitest'
import { it } from './fixture.ts'
import { type Partner, twoPoints, withEach } from './partner.ts'

let me: Partner
it.beforeAll(async ({ shared }) => {
  me = shared.newPartner()
  await me.library()
})

interface Told {
  body: { errors: { pointer: string; code: string; message: string }[] }
}
const faultsOf = ({ body }: Told) => body.errors.map(({ pointer, code }) => `${code} ${pointer}`).sort()
const plain = 'text/plain;charset=UTF-8'
const sent = (fields: object) => ({
  account: me.account,
  library: { customId: 'LIB' },
  names: { en: 'x' },
  attributes: {},
  waypoints: twoPoints,
  ...fields,
})

it('a route is created and updated by JSON as text/plain, and by no other text type', async () => {
  const body = JSON.stringify(sent({ customId: 'plain', names: { de: 'Zürich' } }))
  const created = await me.post('/content/geodata/route', body, { 'content-type': plain })
  expect([created.status, created.body.names]).toEqual([201, { de: 'Zürich' }])
  const change = JSON.stringify({ account: me.account, remark: 'Ä' })
  const path = `/content/geodata/route/${created.body.id}`
  expect((await me.put(path, change, { 'content-type': plain })).body.remark).toBe('Ä')
  expect((await me.put(path, change, { 'content-type': 'text/plain; charset=ISO-8859-1' })).status).toBe(415)
  expect((await me.put(path, change, { 'content-type': 'text/csv' })).status).toBe(415)
})

it('each field of an update changes only that field', async () => {
  const { body: before } = await me.route('each', { remark: 'old', descriptions: { en: 'old' }, color: '000000' })
  const wanted = { ...before }
  const changes = { remark: '', names: { fr: '' }, descriptions: {}, color: 'aBcDeF', customId: 'each-2' }
  let version = 1
  for (const [field, value] of Object.entries(changes)) {
    const { body } = await me.put(`/content/geodata/route/${before.id}`, { account: me.account, [field]: value })
    wanted[field] = value
    version += 1
    expect(body).toEqual({ ...wanted, version, updatedAt: body.updatedAt })
  }
})

it('an override stays until it is replaced; null or an empty one restores the calculated value', async () => {
  const attributes = { altitudeUp: '620', altitudeDown: '580.5', routeDistance: '14.2', time: '4.5' }
  const { body: created } = await me.route('overrides', { attributes })
  expect(created.attributes).toEqual(attributes)
  expect(created.overridden).toEqual(['altitudeUp', 'altitudeDown', 'routeDistance', 'time'])
  const update = async (change: object) =>
    (await me.put(`/content/geodata/route/${created.id}`, { account: me.account, ...change })).body
  expect((await update({ remark: 'x' })).attributes).toEqual(attributes)
  const fewer = await update({ attributes: { altitudeUp: null, time: '' } })
  expect(fewer.overridden).toEqual(['altitudeDown', 'routeDistance'])
  const { altitudeUp, time } = created.calculated
  expect(fewer.attributes).toEqual({ ...attributes, altitudeUp, time })
  expect((await update({ attributes: {} })).attributes).toEqual(fewer.attributes)
})

it('the calculated values are returned beside the overrides with their method, and a far-off override causes a warning', async () => {
  const waypoints = [
    { lat: 46, lon: 8, ele: 1000 },
    { lat: 46.05, lon: 8, ele: 1500 },
  ]
  const near = await me.route('near', { waypoints, attributes: { routeDistance: '5', altitudeUp: '600' } })
  expect(near.body.calculated).toMatchObject({
    altitudeUp: '500',
    altitudeDown: '0',
    routeDistance: '5.558',
    elevationShare: 1,
    method: { distance: expect.stringContaining('WGS 84'), constants: { hysteresisM: 10 } },
  })
  expect(near.body.warnings).toEqual([])
  const far = await me.route('far', { waypoints, attributes: { routeDistance: '7', altitudeUp: '374' } })
  expect(far.body.attributes).toMatchObject({ routeDistance: '7', altitudeUp: '374' })
  expect(far.body.warnings.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/attributes/altitudeUp',
    '/attributes/routeDistance',
  ])
})

it('an override is a decimal number in a string', async () => {
  for (const bad of [4.5, '4,5', '-1', '4.5 h', true, {}]) {
    expect(faultsOf(await me.route('bad', { attributes: { time: bad } }))).toEqual(['invalid-field /attributes/time'])
  }
  expect(faultsOf(await me.route('bad', { attributes: undefined }))).toEqual(['required-field /attributes'])
})

it('a colour is six hexadecimal digits without #', async () => {
  for (const bad of ['#ff6600', 'ff660', 'ff66000', 'orange', '', 255]) {
    expect(faultsOf(await me.route('bad', { color: bad }))).toEqual(['invalid-field /color'])
  }
})

it('a route has at least two points, each with a valid latitude and longitude', async () => {
  expect(faultsOf(await me.route('bad', { waypoints: twoPoints.slice(1) }))).toEqual(['invalid-field /waypoints'])
  const beyond = [
    { lat: 90.1, lon: 180.1 },
    { lat: -90.1, lon: -180.1, ele: null },
    { lat: '46', lng: 8 },
  ]
  expect(faultsOf(await me.route('bad', { waypoints: beyond }))).toEqual([
    'invalid-field /waypoints/0/lat',
    'invalid-field /waypoints/0/lon',
    'invalid-field /waypoints/1/ele',
    'invalid-field /waypoints/1/lat',
    'invalid-field /waypoints/1/lon',
    'invalid-field /waypoints/2/lat',
    'required-field /waypoints/2/lon',
    'unknown-field /waypoints/2/lng',
  ])
  const corners = [
    { lat: 90, lon: 180 },
    { lat: -90, lon: -180 },
  ]
  const created = await me.route('corners', { waypoints: corners })
  expect((await me.get(created.headers.get('location') ?? '')).body.waypoints).toEqual(corners)
})

it('some points may have an elevation, and their share is returned', async () => {
  const waypoints = [
    { lat: 46, lon: 8, ele: 1000 },
    { lat: 46.001, lon: 8 },
    { lat: 46.002, lon: 8, ele: 1100 },
    { lat: 46.003, lon: 8, ele: -0.5 },
  ]
  const created = await me.route('partial-heights', { waypoints })
  expect(created.body.calculated.elevationShare).toBe(0.75)
  expect((await me.get(created.headers.get('location') ?? '')).body.waypoints).toEqual(waypoints)
})

it('NaN is refused as invalid JSON, and minus zero is zero', async () => {
  const withLat = (lat: string) => JSON.stringify(sent({ customId: `lat ${lat}` })).replace('46.83412', lat)
  const nan = await me.post('/content/geodata/route', withLat('NaN'))
  expect([nan.status, nan.body.code]).toEqual([400, 'malformed-json'])
  expect((await me.post('/content/geodata/route', withLat('1e400'))).status).toBe(422)
  const minus = await me.post('/content/geodata/route', withLat('-0'))
  const path = minus.headers.get('location') ?? ''
  const { body } = await me.get(path)
  expect(body.waypoints[0].lat).toBe(0)
  const back = { account: me.account, waypoints: body.waypoints }
  expect((await me.put(`/content/geodata/route/${body.id}`, back)).body.version).toBe(1)
})

it('names and descriptions map two-letter codes to texts, which may be empty', async () => {
  const created = await me.route('texts', { names: { en: '', de: '' }, descriptions: { fr: '' } })
  expect(created.body).toMatchObject({ names: { en: '', de: '' }, descriptions: { fr: '' } })
  const refused = await me.route('bad', { names: { EN: 'x', 'de-CH': 'x', fr: 5 }, descriptions: 'x' })
  expect(faultsOf(refused)).toEqual([
    'invalid-field /descriptions',
    'invalid-field /names/fr',
    'unknown-field /names/EN',
    'unknown-field /names/de-CH',
  ])
})

it('unknown fields are refused at any depth, each with its pointer', async () => {
  const refused = await me.route('bad', {
    colour: 'red',
    library: { customId: 'LIB', name: 'x' },
    icon: { name: 'hiking', size: 1 },
    attributes: { ascent: '5' },
    waypoints: [...twoPoints, { lat: 1, lon: 2, time: 3 }],
  })
  expect(faultsOf(refused)).toEqual([
    'unknown-field /attributes/ascent',
    'unknown-field /colour',
    'unknown-field /icon/size',
    'unknown-field /library/name',
    'unknown-field /waypoints/2/time',
  ])
})

it('a route is in a library or in a guidebook, never in both or neither', async () => {
  await me.guidebook('BOOK')
  const inBook = { library: undefined, guidebook: { customId: 'BOOK' } }
  expect(faultsOf(await me.route('bad', { guidebook: { customId: 'BOOK' } }))).toEqual(['exactly-one-of '])
  expect(faultsOf(await me.route('bad', { library: undefined }))).toEqual(['exactly-one-of '])
  const created = await me.route('in-book', inBook)
  expect([created.status, created.body.guidebook]).toEqual([201, { customId: 'BOOK' }])
  expect((await me.route('in-book', inBook)).status).toBe(409)
})

it('the most common mistakes of partners are answered with what to change', async () => {
  const wrongs: [Record<string, unknown>, string][] = [
    [{ library: 'LIB' }, 'must be an object, such as {"customId":"LIB-1"}'],
    [
      { library: { customId: 'NONE' } },
      'no library of the account has this custom ID; create it with POST /content/library',
    ],
    [{ icon: 'hiking' }, 'must be an object with name'],
    [{ color: '#ff6600' }, 'must be six hexadecimal digits without #'],
    [{ attributes: { time: 4.5 } }, 'must be a decimal number in a string, "" or null'],
    [{ waypoints: [[9.3, 46.8], twoPoints[0]] }, 'must be an object with lat, lon'],
    [{ waypoints: [{ lat: 120, lon: 46 }, twoPoints[0]] }, 'must be at most 90'],
    [{ names: { 'en-GB': 'x' } }, 'must be a language code: two lower-case letters'],
    [{ customId: 17 }, 'must be a text (a JSON string)'],
    [{ attributes: undefined }, 'is required'],
  ]
  const answers = await withEach(wrongs, ([fields]) => me.route('wrong', fields))
  expect(answers.map(({ body }) => body.errors[0].message)).toEqual(wrongs.map(([, message]) => message))
})
