import { type Answer, eventually } from '@guidebook/service-kit/test'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { type Fixture, it } from './fixture.ts'
import { type Partner, twoPoints } from './partner.ts'

let fixture: Fixture
let me: Partner
it.beforeAll(async ({ shared }) => {
  fixture = shared
  me = shared.newPartner()
  await me.library()
})

const faultsOf = ({ body }: { body: { errors: { pointer: string; code: string }[] } }) =>
  body.errors.map(({ pointer, code }) => [pointer, code])

describe('creating a route', () => {
  it('returns the stored route without its points, and its location', async () => {
    const created = await me.route('full', {
      remark: 'for insiders',
      names: { de: 'Zum Paß 🏔', en: '' },
      descriptions: { en: '<p onclick="x()">As sent</p>' },
      color: 'Ff6600',
      icon: { name: 'Ski_Touring' },
      attributes: { routeDistance: '14.2', altitudeUp: '' },
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/content/geodata/${created.body.id}`)
    expect(created.body).toMatchObject({
      kind: 'route',
      account: me.account,
      library: { customId: 'LIB' },
      guidebook: null,
      customId: 'full',
      remark: 'for insiders',
      names: { de: 'Zum Paß 🏔', en: '' },
      descriptions: { en: '<p onclick="x()">As sent</p>' },
      color: 'Ff6600',
      icon: { name: 'ski-touring' },
      attributes: { altitudeUp: '0', altitudeDown: '0', routeDistance: '14.2', time: '0' },
      overridden: ['routeDistance'],
      calculated: { routeDistance: '0.024', elevationShare: 1 },
      warnings: [{ code: 'override-far-off', pointer: '/attributes/routeDistance' }],
      pointCount: 2,
      version: 1,
    })
    expect(created.body).not.toHaveProperty('waypoints')
    const read = await me.get(created.headers.get('location') ?? '')
    expect(read.body).toEqual({ ...created.body, waypoints: twoPoints })
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'))
  })

  it('accepts JSON as text/plain, as the specification sends it', async () => {
    const body = { account: me.account, library: { customId: 'LIB' }, customId: 'plain', names: { en: 'x' } }
    const text = JSON.stringify({ ...body, attributes: {}, waypoints: twoPoints })
    const created = await me.post('/content/geodata/route', text, { 'content-type': 'text/plain;charset=UTF-8' })
    expect(created.status).toBe(201)
  })

  it('names all faults at once', async () => {
    const { account } = me
    const refused = await me.post('/content/geodata/route', {
      account,
      customId: 'x',
      names: {},
      waypoints: [{ lat: 91, lon: 0, alt: 5 }],
      colour: 'red',
      icon: { name: 'flying' },
    })
    expect(refused.status).toBe(422)
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(faultsOf(refused)).toEqual(
      expect.arrayContaining([
        ['', 'exactly-one-of'],
        ['/attributes', 'required-field'],
        ['/colour', 'unknown-field'],
        ['/names', 'invalid-field'],
        ['/waypoints', 'invalid-field'],
        ['/waypoints/0/alt', 'unknown-field'],
        ['/waypoints/0/lat', 'invalid-field'],
        ['/icon/name', 'invalid-field'],
      ]),
    )
  })

  it('refuses NUL, and a library or guidebook that does not exist', async () => {
    expect(faultsOf(await me.route('nul', { names: { en: 'a\0b' } }))).toContainEqual(['/names/en', 'invalid-text'])
    expect(faultsOf(await me.route('x', { library: { customId: 'NONE' } }))).toEqual([
      ['/library/customId', 'library-not-found'],
    ])
    expect(faultsOf(await me.route('x', { library: undefined, guidebook: { customId: 'NONE' } }))).toEqual([
      ['/guidebook/customId', 'guidebook-not-found'],
    ])
  })

  it('a custom ID names one item of a library, whatever its kind', async () => {
    await me.poi('shared-id')
    const refused = await me.route('shared-id')
    expect([refused.status, refused.body.code]).toEqual([409, 'custom-id-taken'])
    expect(faultsOf(refused)).toEqual([['/customId', 'custom-id-taken']])
    await me.library('OTHER')
    expect((await me.route('shared-id', { library: { customId: 'OTHER' } })).status).toBe(201)
  })

  it('of eight concurrent ones with one custom ID, one is stored', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => me.route('at-once')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  it('stores it in a guidebook that the body names', async () => {
    await me.guidebook('HOME')
    const created = await me.route('at-home', { library: undefined, guidebook: { customId: 'HOME' } })
    expect(created.body).toMatchObject({ library: null, guidebook: { customId: 'HOME' } })
  })

  it('repeated with its Idempotency-Key returns the stored response', async () => {
    const key = { 'idempotency-key': 'route-1' }
    const body = { account: me.account, library: { customId: 'LIB' }, customId: 'once', names: { en: 'x' } }
    const whole = { ...body, attributes: {}, waypoints: twoPoints }
    const first = await me.post('/content/geodata/route', whole, key)
    const again = await me.post('/content/geodata/route', whole, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await me.post('/content/geodata/route', { ...whole, customId: 'twice' }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused'])
  })
})

describe('coordinates', () => {
  const track = fc.array(
    fc.record(
      {
        lat: fc.double({ min: -90, max: 90, noNaN: true }),
        lon: fc.double({ min: -180, max: 180, noNaN: true }),
        ele: fc.double({ min: -500, max: 9000, noNaN: true }),
      },
      { requiredKeys: ['lat', 'lon'], noNullPrototype: true },
    ),
    { minLength: 2, maxLength: 30 },
  )

  it('are returned exactly as they were sent', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(track, async (points) => {
        // JSON has no minus zero: what is sent is what counts.
        const waypoints = JSON.parse(JSON.stringify(points))
        const created = await me.route(`exact-${count++}`, { waypoints })
        const read = await me.get(created.headers.get('location') ?? '')
        expect(read.body.waypoints).toEqual(waypoints)
      }),
      { numRuns: process.env.SOAK ? 200 : 10, endOnFailure: true },
    )
  })

  it('across the antimeridian give a box whose west is greater than its east', async () => {
    const waypoints = [
      { lat: -16.5, lon: 179.9 },
      { lat: -16.6, lon: -179.9 },
    ]
    const { body } = await me.route('fiji', { waypoints })
    expect(body.bounds).toEqual({ south: -16.6, west: 179.9, north: -16.5, east: -179.9 })
    expect(Number(body.calculated.routeDistance)).toBeLessThan(30)
    expect((await me.get(`/content/geodata/${body.id}`)).body.waypoints).toEqual(waypoints)
  })

  it('without elevations give no climb and no walking time, instead of zero', async () => {
    const { body } = await me.route('flat', { waypoints: twoPoints.map(({ lat, lon }) => ({ lat, lon })) })
    expect(body.attributes).toMatchObject({ altitudeUp: null, altitudeDown: null, time: null })
    expect(body.calculated.elevationShare).toBe(0)
  })
})

describe('updating a route', () => {
  it('changes what is sent and nothing else', async () => {
    const { body: before } = await me.route('change', { remark: 'keep', attributes: { time: '3', routeDistance: '5' } })
    const after = await me.put(`/content/geodata/route/${before.id}`, {
      account: me.account,
      names: { en: 'New' },
      icon: { name: 'CYCLING' },
      attributes: { time: null },
    })
    expect(after.status).toBe(200)
    expect(after.body).toMatchObject({
      remark: 'keep',
      names: { en: 'New' },
      icon: { name: 'cycling' },
      overridden: ['routeDistance'],
      attributes: { routeDistance: '5', time: '0' },
      version: 2,
    })
    expect((await me.get(`/content/geodata/${before.id}`)).body.waypoints).toEqual(twoPoints)
  })

  it('with new points calculates again', async () => {
    const { body: before } = await me.route('new-points')
    const waypoints = [...twoPoints, { lat: 46.84, lon: 9.3, ele: 1600 }]
    const { body: after } = await me.put(`/content/geodata/route/${before.id}`, { account: me.account, waypoints })
    expect(after.pointCount).toBe(3)
    expect(Number(after.calculated.routeDistance)).toBeGreaterThan(0.5)
    expect((await me.get(`/content/geodata/${before.id}`)).body.waypoints).toEqual(waypoints)
  })

  it('without changes keeps the version', async () => {
    const { body: before } = await me.route('same', { names: { en: 'a', de: 'b' }, attributes: { time: '3' } })
    const same = { names: { de: 'b', en: 'a' }, attributes: { time: '3' }, waypoints: twoPoints }
    const { body: after } = await me.put(`/content/geodata/route/${before.id}`, { account: me.account, ...same })
    expect(after).toEqual(before)
  })

  it('applies two concurrent updates one after the other', async () => {
    const { body } = await me.route('raced')
    const path = `/content/geodata/route/${body.id}`
    await Promise.all([
      me.put(path, { account: me.account, remark: 'one' }),
      me.put(path, { account: me.account, color: '112233' }),
    ])
    expect((await me.get(`/content/geodata/${body.id}`)).body).toMatchObject({
      remark: 'one',
      color: '112233',
      version: 3,
    })
  })

  it('moves it to another container that the body names', async () => {
    await me.library('ATTIC')
    const { body } = await me.route('mover')
    const path = `/content/geodata/route/${body.id}`
    const moved = await me.put(path, { account: me.account, library: { customId: 'ATTIC' }, customId: 'moved' })
    expect(moved.body).toMatchObject({ library: { customId: 'ATTIC' }, customId: 'moved' })
    await me.route('moved')
    const back = await me.put(path, { account: me.account, library: { customId: 'LIB' } })
    expect([back.status, back.body.code]).toEqual([409, 'custom-id-taken'])
  })

  it('that repeats a move that is just being stored returns the route in its new container', async () => {
    await me.library('NEW')
    const { body: route } = await me.route('moved-twice')
    const moving = await fixture.database.knex.transaction()
    let repeated: Promise<Answer> | undefined
    try {
      await moving.raw(
        `update items set version = 2, library_id = (select id from libraries where account = :account and custom_id = 'NEW')
          where account = :account and id = :id`,
        { account: me.account, id: route.id },
      )
      const change = { account: me.account, library: { customId: 'NEW' } }
      repeated = me.put(`/content/geodata/route/${route.id}`, change)
      await eventually(async () => {
        const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
        return (await moving.raw(waiting)).rows.length > 0
      })
    } finally {
      await moving.commit()
    }
    const answer = await repeated
    expect(answer?.body).toMatchObject({ library: { customId: 'NEW' }, version: 2 })
    const { headers } = await me.get(`/content/geodata/${route.id}`)
    expect(answer?.headers.get('etag')).toBe(headers.get('etag'))
  })

  it('with new points is visible completely or not at all, in each format', async () => {
    const { body: route } = await me.route('replaced-points')
    const waypoints = [...twoPoints, { lat: 46.84, lon: 9.3, ele: 1600 }]
    const { body: other } = await me.route('other-points', { waypoints })
    const readAll = () => ['', '.geojson', '.gpx'].map((format) => me.get(`/content/geodata/${route.id}${format}`))
    const { knex } = fixture.database
    const replacing = await knex.transaction()
    let reading: Promise<Answer>[] = []
    try {
      // The readers have read the route and wait for its points.
      await replacing.raw('lock table tracks in access exclusive mode')
      reading = readAll()
      await eventually(async () => {
        const { rows } = await knex.raw(
          `select from pg_locks where relation = cast('tracks' as regclass) and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
        return rows.length === 3
      })
      const ids = { account: me.account, id: route.id, other: other.id }
      await replacing.raw(
        `update items i set version = 2, point_count = o.point_count, track_sha256 = o.track_sha256, measures = o.measures,
             bounds = o.bounds
           from items o where i.account = :account and i.id = :id and o.account = :account and o.id = :other`,
        ids,
      )
      await replacing.raw(
        `update tracks t set packed = o.packed from tracks o
          where t.account = :account and t.item_id = :id and o.account = :account and o.item_id = :other`,
        ids,
      )
    } finally {
      await replacing.commit()
    }
    const contentOf = ({ text, headers }: Answer) => [text, headers.get('etag')]
    const answers = await Promise.all(reading)
    expect(answers[0]?.body).toMatchObject({ version: 2, pointCount: 3, waypoints })
    expect(answers.map(contentOf)).toEqual((await Promise.all(readAll())).map(contentOf))
  })

  it('honours If-Match', async () => {
    const { body, headers } = await me.route('guarded')
    const path = `/content/geodata/route/${body.id}`
    const etag = headers.get('etag') ?? ''
    const change = { account: me.account, remark: 'mine' }
    expect((await me.put(path, change, { 'if-match': '"other"' })).status).toBe(412)
    expect((await me.put(path, change, { 'if-match': etag })).status).toBe(200)
    expect((await me.put(path, { ...change, remark: 'again' }, { 'if-match': etag })).status).toBe(412)
  })

  it('returns 404 for a missing item or one that is no route', async () => {
    const { body: poi } = await me.poi('not-a-route')
    for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'nothing', poi.id]) {
      expect((await me.put(`/content/geodata/route/${id}`, { account: me.account, remark: 'x' })).status).toBe(404)
    }
  })
})
