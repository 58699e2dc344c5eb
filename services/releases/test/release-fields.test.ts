import { expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { type Partner, releaseRequest } from './partner.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

const send = (partner: Partner, fields: Record<string, unknown>, query = '') =>
  partner.post(`/content/release${query}`, releaseRequest(partner.account.id, fields))
const places = ({ body }: { body: { errors: { pointer: string; code: string }[] } }) =>
  body.errors.map(({ pointer, code }) => `${pointer} ${code}`)

it('missing required fields are all in one response', async () => {
  const operator = fixture.newPartner()
  const answer = await operator.post('/content/release', { account: operator.account.id })
  expect(answer.status).toBe(422)
  expect(places(answer).toSorted()).toEqual(
    ['downloadCode', 'guidebookExternalId', 'startdate', 'enddate', 'lang', 'devices']
      .map((field) => `/${field} required-field`)
      .toSorted(),
  )
})

it('unknown and misspelled fields are refused with their names', async () => {
  const operator = fixture.newPartner()
  const answer = await send(operator, {
    startDate: '2026-07-01',
    accommodation: [{ externalId: 'H', libraryExternalId: 'L', arrivaldate: '2026-07-14' }],
  })
  expect(places(answer).toSorted()).toEqual(['/accommodation/0/arrivaldate unknown-field', '/startDate unknown-field'])
})

it.each([
  ['startdate', '01.07.2026', 'must be a calendar day, YYYY-MM-DD'],
  ['enddate', '2026-02-29', 'must be a calendar day, YYYY-MM-DD'],
  ['lang', 'DE', 'must be two lower-case letters'],
  ['lang', 'deu', 'must be two lower-case letters'],
  ['devices', 0, 'must be a whole number from 1 to 9999'],
  ['devices', 10_000, 'must be a whole number from 1 to 9999'],
  ['devices', '2', 'must be a whole number from 1 to 9999'],
  ['downloadCode', 'B-17', 'must be a whole number from 1 to 9007199254740991'],
  ['resellerOid', 'ABCD', 'must be three upper-case letters or digits'],
  ['resellerOid', 'abc', 'must be three upper-case letters or digits'],
  ['additionalAssets', [{ type: 'POI', externalId: 'A', libraryExternalId: 'L' }], 'must be "GEO"'],
])('a release whose %s is %j is told what it must be', async (field, value, message) => {
  const { status, body } = await send(fixture.newPartner(), { [field]: value })
  expect(status).toBe(422)
  expect(body.errors).toMatchObject([{ code: 'invalid-field', message }])
  expect(body.errors[0].pointer).toMatch(new RegExp(`^/${field}(/0/type)?$`))
})

it('an invalid e-mail address for errors is refused with a pointer to the parameter', async () => {
  const answer = await send(fixture.newPartner(), {}, '?email=nobody')
  expect(answer.body.errors).toMatchObject([
    { pointer: '/email', code: 'invalid-field', message: 'must be an e-mail address' },
  ])
})

it('the display of the position and navigation are on by default', async () => {
  const operator = fixture.newPartner()
  expect(await operator.release()).toMatchObject({ positioning: true, navigation: true })
  expect(await operator.release({ positioning: false })).toMatchObject({
    positioning: false,
    navigation: false,
    attributes: { positioning: '0', navigation: '0' },
  })
})

it('a release is for 1 to 9999 devices', async () => {
  const operator = fixture.newPartner()
  for (const devices of [1, 9999]) expect(await operator.release({ devices })).toMatchObject({ devices })
})

it('a text page, a hotel or an additional asset makes a release customized', async () => {
  const operator = fixture.newPartner()
  const item = { externalId: 'X', libraryExternalId: 'LIB' }
  for (const fields of [
    { accommodation: [item] },
    { text: [item] },
    { additionalAssets: [{ type: 'GEO', ...item }] },
  ]) {
    const { status, body } = await send(operator, fields)
    expect([status, body.customized]).toEqual([202, true])
  }
})

it('a request is accepted with both content types, and with no other', async () => {
  const operator = fixture.newPartner()
  const as = (type: string) =>
    operator.post('/content/release', releaseRequest(operator.account.id), { 'content-type': type })
  expect((await as('text/plain;charset=UTF-8')).status).toBe(201)
  expect((await as('application/xml')).status).toBe(415)
})

it('while geodata is unavailable, a repeat gets its response and a new request is asked to retry', async () => {
  const operator = fixture.newPartner()
  const request = releaseRequest(operator.account.id)
  const first = await operator.post('/content/release', request, { 'idempotency-key': 'once' })
  fixture.geodata.down()
  const again = await operator.post('/content/release', request, { 'idempotency-key': 'once' })
  const other = await send(operator, {})
  fixture.geodata.up()
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect([other.status, other.body.code, other.headers.get('retry-after')]).toEqual([503, 'part-unavailable', '5'])
})
