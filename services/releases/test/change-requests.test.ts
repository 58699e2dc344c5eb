import { expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

const stay = { externalId: 'H-1', libraryExternalId: 'HOTELS', arrivalDate: '2026-07-14', departureDate: '2026-07-15' }

/** Endpoints 9 to 16, each with an effective change. */
const endpoints = [
  ['PATCH', '/devices/3', undefined],
  ['PATCH', '/period', { start: '2026-07-01', end: '2026-09-30' }],
  ['PATCH', '/tripperiod', { start: '2026-07-15', end: '2026-07-20' }],
  ['PUT', '/accommodation', { assets: [stay] }],
  ['PATCH', '/lang/fr', undefined],
  ['PATCH', '/app/0', undefined],
  ['PATCH', '/pdf/0', undefined],
  ['PATCH', '/gpx/0', undefined],
] as const

it.each(endpoints)(
  '%s %s stays open after the day until which an on-demand release can be replaced',
  async (method, rest, body) => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand()
    fixture.clock.set('2026-07-10T12:00:00Z')
    const send = method === 'PUT' ? operator.put : operator.patch
    const { status } = await send(operator.path(release, rest), body)
    fixture.clock.set('2026-06-01T12:00:00Z')
    expect(status).toBe(200)
  },
)

it.each(endpoints)('%s %s with an Idempotency-Key is carried out once', async (method, rest, body) => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  const send = method === 'PUT' ? operator.put : operator.patch
  const once = () => send(operator.path(release, rest), body, { 'idempotency-key': 'k' })
  const first = await once()
  const again = await once()
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true'])
  const audit = await operator.get(operator.path(release, '/audit'))
  expect(audit.body.items).toHaveLength(2)
})

it.each(endpoints)('%s %s is refused to the seller', async (method, rest, body) => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const release = await operator.release({ resellerOid: seller.account.oid })
  const send = method === 'PUT' ? seller.put : seller.patch
  expect((await send(seller.path(release, rest), body)).status).toBe(404)
  expect((await operator.get(operator.path(release))).body).toEqual(release)
})

it.each(endpoints)('%s %s of a revoked release returns 404', async (method, rest, body) => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  await operator.delete(operator.path(release))
  const send = method === 'PUT' ? operator.put : operator.patch
  expect((await send(operator.path(release, rest), body)).status).toBe(404)
})

it.each([
  ['/devices/0', undefined, ['/devices invalid-field']],
  ['/devices/10000', undefined, ['/devices invalid-field']],
  ['/devices/two', undefined, ['/devices invalid-field']],
  ['/devices/2.5', undefined, ['/devices invalid-field']],
  ['/lang/DE', undefined, ['/language invalid-field']],
  ['/lang/deu', undefined, ['/language invalid-field']],
  ['/app/2', undefined, ['/flag invalid-field']],
  ['/pdf/true', undefined, ['/flag invalid-field']],
  ['/gpx/on', undefined, ['/flag invalid-field']],
  ['/period', { start: '2026-07-01' }, ['/end required-field']],
  [
    '/period',
    { startdate: '2026-07-01', enddate: '2026-07-31' },
    ['/end required-field', '/enddate unknown-field', '/start required-field', '/startdate unknown-field'],
  ],
  ['/tripperiod', { start: '15.07.2026', end: null }, ['/end invalid-field', '/start invalid-field']],
])('PATCH %s %j is refused at what is wrong', async (rest, body, wanted) => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  const answer = await operator.patch(operator.path(release, rest), body)
  expect(answer.status).toBe(422)
  const places = answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)
  expect(places.toSorted()).toEqual(wanted)
})

it('invalid accommodation entries are refused with the pointer of the entry', async () => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  const put = async (body: unknown) => {
    const answer = await operator.put(operator.path(release, '/accommodation'), body)
    return [answer.status, answer.body.errors[0].pointer, answer.body.code]
  }
  expect(await put({ accommodation: [stay] })).toEqual([422, '/assets', 'required-field'])
  expect(await put({ assets: [stay, { externalId: 'H-2' }] })).toEqual([
    422,
    '/assets/1/libraryExternalId',
    'required-field',
  ])
  expect(await put({ assets: [{ ...stay, departureDate: '2026-07-13' }] })).toEqual([
    422,
    '/assets/0/departureDate',
    'trip-reversed',
  ])
})

it('an empty list of accommodations leaves a plain release plain', async () => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  const { body } = await operator.put(operator.path(release, '/accommodation'), { assets: [] })
  expect(body).toEqual(release)
})

it('a missing body is refused with a message that requires it', async () => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  const { status, body } = await operator.patch(operator.path(release, '/period'))
  expect([status, body.code, body.detail]).toEqual([
    400,
    'malformed-json',
    'The body is empty; this operation needs one in JSON.',
  ])
})

it('a release that is addressed by its number or its key is not found, and the error says how to address it', async () => {
  const operator = fixture.newPartner()
  const { id, key } = await operator.release()
  for (const link of [String(id), key]) {
    const { status, body } = await operator.patch(operator.path({ link }, '/devices/3'))
    expect([status, body.code]).toEqual([404, 'not-found'])
    expect(body.detail).toContain('Use the field `link` of its record')
  }
})

it('an Idempotency-Key of another change is refused', async () => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  const period = (end: string) =>
    operator.patch(operator.path(release, '/period'), { start: '2026-07-01', end }, { 'idempotency-key': 'k' })
  expect((await period('2026-09-30')).status).toBe(200)
  const { status, body } = await period('2026-10-31')
  expect([status, body.code]).toEqual([422, 'idempotency-key-reused'])
})

it('a disabled release can still be changed, and its link stays closed', async () => {
  const operator = fixture.newPartner()
  const release = await operator.release({ startdate: '2026-06-01' })
  await operator.patch(operator.path(release, '/disabled/1'))
  expect((await operator.patch(operator.path(release, '/devices/7'))).body).toMatchObject({
    devices: 7,
    disabled: true,
  })
  expect((await fixture.visit(`/t/${release.link}`)).status).toBe(410)
})
