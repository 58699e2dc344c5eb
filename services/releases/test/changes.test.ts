import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { MessageData } from '@guidebook/contracts'
import { copyRows, eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { migrations } from '../src/schema.ts'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { publish } from './published.ts'

let fixture: Fixture
let asked: { data: MessageData<'release.build-requested.v1'> }[]
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
  asked = await fixture.bus.hear('builder', 'release.build-requested.v1')
})

const generationOf = async (link: string, generation: number) =>
  (await fixture.asService('builder').get(`/internal/releases/${link}/build-input?generation=${generation}`)).status

describe('each change returns the record, is audited with before and after, and starts a build if the roadbook shows it', () => {
  it.each([
    ['/devices/9', undefined, { devices: 9 }, { devices: 2 }, { devices: 9 }, false],
    [
      '/period',
      { start: '2026-07-02', end: '2026-09-30' },
      { startdate: '2026-07-02', enddate: '2026-09-30' },
      { startDate: '2026-07-01', endDate: '2026-08-31' },
      { startDate: '2026-07-02', endDate: '2026-09-30' },
      true,
    ],
    [
      '/tripperiod',
      { start: '2026-07-15', end: '2026-07-21' },
      { arrivaldate: '2026-07-15', departuredate: '2026-07-21' },
      { arrivalDate: '2026-07-14' },
      { arrivalDate: '2026-07-15' },
      true,
    ],
    ['/lang/fr', undefined, { lang: 'fr' }, { lang: 'en' }, { lang: 'fr' }, true],
    ['/app/0', undefined, { appEnabled: false }, { appEnabled: true }, { appEnabled: false }, false],
    ['/pdf/0', undefined, { pdfEnabled: false }, { pdfEnabled: true }, { pdfEnabled: false }, false],
    ['/gpx/0', undefined, { gpxEnabled: false }, { gpxEnabled: true }, { gpxEnabled: false }, true],
    ['/disabled/1', undefined, { disabled: true }, { disabled: false }, { disabled: true }, false],
    ['/locked/1', undefined, { locked: true }, { locked: false }, { locked: true }, false],
  ])('PATCH %s returns 200 with the current record', async (rest, body, fields, before, after, rebuilds) => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const answer = await operator.patch(operator.path(release, rest), body)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...release,
      ...fields,
      ...(rest.startsWith('/period') ? datetimes(answer.body) : {}),
    })
    expect((await operator.get(operator.path(release))).body).toEqual(answer.body)
    const { body: audit } = await operator.get(operator.path(release, '/audit'))
    expect(audit.items).toHaveLength(2)
    expect(audit.items[0]).toMatchObject({ actor: 'gbk_live_abc', severity: 'info', before, after })
    expect(await generationOf(release.link, rebuilds ? 2 : 1)).toBe(200)
    if (rebuilds) await eventually(() => asked.find(({ data }) => data.release === release.id && data.generation === 2))

    await operator.patch(operator.path(release, rest), body)
    const { body: unchanged } = await operator.get(operator.path(release, '/audit'))
    expect(unchanged.items).toHaveLength(2)
  })
})

it('each switch of the GPX channel rebuilds the roadbook, which has codes of the files; other channels need no build', async () => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  for (const rest of ['/pdf/0', '/pdf/1', '/app/0', '/app/1']) await operator.patch(operator.path(release, rest))
  expect(await generationOf(release.link, 1)).toBe(200)
  await publish(fixture, release)
  await eventually(async () => (await operator.get(operator.path(release))).body.pdfAvailable)
  for (const [rest, generation] of [
    ['/gpx/0', 2],
    ['/gpx/1', 3],
  ] as const) {
    await operator.patch(operator.path(release, rest))
    expect(await generationOf(release.link, generation), rest).toBe(200)
  }
})

const datetimes = ({ startDatetime, endDatetime }: Record<string, number>) => ({ startDatetime, endDatetime })

describe('accommodation', () => {
  const stay = {
    externalId: 'H-1',
    libraryExternalId: 'HOTELS',
    arrivalDate: '2026-07-14',
    departureDate: '2026-07-15',
  }

  it('replaces all earlier ones, and turns a plain release into a customized one', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const { status, body } = await operator.put(operator.path(release, '/accommodation'), { assets: [stay] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ customized: true, accommodation: [{ ...stay, comment: null, name: null }] })
    const input = await fixture.asService('builder').get(`/internal/releases/${release.link}/build-input?generation=2`)
    expect(input.body).toMatchObject({ release: { kind: 'customized' }, accommodation: [{ ...stay, comment: null }] })
    const none = await operator.put(operator.path(release, '/accommodation'), { assets: [] })
    expect(none.body).toMatchObject({ customized: true, accommodation: [] })
  })

  it('of an on-demand release replaces that of the request', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand({
      booking: { accommodation: [{ content: { name: 'Hut', lat: 46, lon: 9 }, comment: 'Old' }] },
    })
    await operator.put(operator.path(release, '/accommodation'), { assets: [stay] })
    const { body } = await fixture
      .asService('builder')
      .get(`/internal/releases/${release.link}/build-input?generation=2`)
    expect(body.request.booking.accommodation).toEqual([
      {
        arrivalDate: '2026-07-14',
        departureDate: '2026-07-15',
        libraryReference: { libraryCustomId: 'HOTELS', customId: 'H-1' },
      },
    ])
    expect(body.accommodation).toEqual([])
    expect(body.request.booking.arrivalDate).toBe('2026-07-14')
  })

  it('must be within the period', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const assets = [stay, { ...stay, departureDate: '2026-09-01' }]
    const { status, body } = await operator.put(operator.path(release, '/accommodation'), { assets })
    expect([status, body.errors[0].pointer, body.code]).toEqual([
      422,
      '/assets/1/departureDate',
      'accommodation-outside-period',
    ])
  })
})

describe('dates', () => {
  it('a period must contain the trip and all stays', async () => {
    const operator = fixture.newPartner()
    const accommodation = [{ externalId: 'H', libraryExternalId: 'L', arrivalDate: '2026-07-10' }]
    const release = await operator.release({ accommodation })
    const period = (start: string, end: string) => operator.patch(operator.path(release, '/period'), { start, end })
    const { status, body } = await period('2026-07-12', '2026-07-20')
    expect(status).toBe(422)
    expect(body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual([
      ['/end', 'trip-outside-period'],
      ['/start', 'accommodation-outside-period'],
    ])
    expect(body.errors[1].message).toContain('first set days that include the old and the new ones')
    expect((await period('2026-09-01', '2026-07-01')).body.code).toBe('period-reversed')
    expect((await period('2026-07-10', '2026-07-21')).status).toBe(200)
  })

  it('a trip must be within the period and must not end before it begins', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const trip = (start: string, end: string) => operator.patch(operator.path(release, '/tripperiod'), { start, end })
    expect((await trip('2026-06-30', '2026-07-02')).body).toMatchObject({
      code: 'trip-outside-period',
      errors: [{ pointer: '/start' }],
    })
    expect((await trip('2026-07-03', '2026-07-02')).body).toMatchObject({
      code: 'trip-reversed',
      errors: [{ pointer: '/end' }],
    })
    expect((await trip('2026-02-30', '2026-07-02')).status).toBe(422)
  })
})

describe('a release', () => {
  it('that is locked can only be read, unlocked, disabled and built again', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const patch = (rest: string, body?: unknown) => operator.patch(operator.path(release, rest), body)
    await patch('/locked/1')
    for (const rest of ['/devices/3', '/lang/de', '/app/0', '/pdf/0', '/gpx/0']) {
      const { status, body } = await patch(rest)
      expect([status, body.code], rest).toEqual([409, 'release-locked'])
    }
    expect((await patch('/period', { start: '2026-07-01', end: '2026-12-31' })).status).toBe(409)
    expect((await operator.put(operator.path(release, '/accommodation'), { assets: [] })).status).toBe(409)
    const revoked = await operator.delete(operator.path(release))
    expect([revoked.status, revoked.body.code]).toEqual([409, 'release-locked'])
    expect((await patch('/disabled/1')).body).toMatchObject({ disabled: true, locked: true })
    expect((await operator.post(operator.path(release, '/build'))).status).toBe(202)
    expect((await patch('/locked/0')).body).toMatchObject({ locked: false })
    expect((await patch('/devices/3')).status).toBe(200)
  })

  it('is changed only if If-Match has its current ETag', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const { headers } = await operator.get(operator.path(release))
    const etag = headers.get('etag') ?? ''
    expect((await operator.get(operator.path(release), undefined, { 'if-none-match': etag })).status).toBe(304)
    const change = (devices: number) =>
      operator.patch(operator.path(release, `/devices/${devices}`), undefined, { 'if-match': etag })
    expect((await change(3)).status).toBe(200)
    const { status, body } = await change(4)
    expect([status, body.code]).toEqual([412, 'precondition-failed'])
    expect((await operator.delete(operator.path(release), undefined, { 'if-match': etag })).status).toBe(412)
  })

  it('is built again only if If-Match has its current ETag', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const current = async () => (await operator.get(operator.path(release))).headers.get('etag') ?? ''
    const build = (etag: string) => operator.post(operator.path(release, '/build'), undefined, { 'if-match': etag })
    const etag = await current()
    const refused = await build('"x"')
    expect([refused.status, refused.body.code]).toEqual([412, 'precondition-failed'])
    expect(await current()).toBe(etag)
    expect((await build(etag)).status).toBe(202)
    expect((await build(etag)).status).toBe(412)
  })

  it('keeps every one of many concurrent changes', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const rests = ['/devices/7', '/lang/it', '/app/0', '/pdf/0', '/gpx/0', '/disabled/1']
    const answers = await Promise.all(rests.map((rest) => operator.patch(operator.path(release, rest))))
    expect(answers.map(({ status }) => status)).toEqual(rests.map(() => 200))
    const { body } = await operator.get(operator.path(release))
    const flags = { appEnabled: false, pdfEnabled: false, gpxEnabled: false, disabled: true }
    expect(body).toMatchObject({ devices: 7, lang: 'it', ...flags })
    const { body: audit } = await operator.get(operator.path(release, '/audit'))
    expect(audit.items).toHaveLength(7)
  })

  it('can be revoked only before its first day, in the time zone of its account', async () => {
    const operator = fixture.newPartner({ timeZone: 'Europe/Berlin' })
    const release = await operator.release()
    fixture.clock.set('2026-06-30T22:00:00Z')
    const { status, body } = await operator.delete(operator.path(release))
    expect([status, body.code]).toEqual([409, 'release-started'])
    fixture.clock.set('2026-06-30T21:59:59Z')
    expect((await operator.delete(operator.path(release))).status).toBe(204)
    fixture.clock.set('2026-06-01T12:00:00Z')
  })

  it('that is revoked no longer needs the guidebook that was generated for it', async () => {
    const operator = fixture.newPartner()
    const [plain, { id, key, ...own }] = [await operator.release(), await operator.onDemand()]
    const revoked = await fixture.bus.hear('geodata', 'release.revoked.v1')
    for (const release of [plain, own]) expect((await operator.delete(operator.path(release))).status).toBe(204)
    await eventually(() => revoked.some(({ data }) => data.release === id))
    const mine = revoked.filter(({ data }) => data.account === operator.account.id)
    expect(mine.map(({ data }) => data)).toEqual([{ account: operator.account.id, release: id, key, generation: 1 }])
  })

  it('that an older version revoked loses its generated guidebook when the schema is migrated', async () => {
    const operator = fixture.newPartner()
    const { id, key } = await operator.onDemand()
    const revoked = await fixture.bus.hear('geodata', 'release.revoked.v1')
    const { knex } = fixture.database
    await knex('releases').where({ account: operator.account.id, id }).update({ revoked_at: new Date() })
    await knex.raw(await readFile(new URL('202611281200_empty_revoked_guidebooks.sql', migrations), 'utf8'))
    const message = await eventually(() => revoked.find(({ data }) => data.release === id))
    expect(message.data).toEqual({ account: operator.account.id, release: id, key, generation: 1 })
  })

  it('returns its audit log in pages, newest first', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    for (const devices of [3, 4, 5]) await operator.patch(operator.path(release, `/devices/${devices}`))
    const read = async (query: string) => (await operator.get(operator.path(release, `/audit?limit=3${query}`))).body
    const first = await read('')
    expect(first.items.map(({ after }: { after: { devices: number } }) => after.devices)).toEqual([5, 4, 3])
    const second = await read(`&cursor=${first.nextCursor}`)
    expect(second.items.map(({ action }: { action: string }) => action)).toEqual(['release.created'])
    expect(second.nextCursor).toBeNull()
  })

  it('is in the list of changes of its account, without its creation, builds and devices', async () => {
    const operator = fixture.newPartner()
    const [first, second] = [await operator.release(), await operator.release()]
    await operator.patch(operator.path(first, '/devices/3'))
    await operator.post(operator.path(first, '/build'))
    await operator.patch(operator.path(second, '/devices/4'))
    const { body: log } = await operator.get(operator.path(second, '/audit?limit=1'))
    const newest = await operator.get('/account/changes?limit=1')
    const { link: release, downloadCode, bundleName } = second
    expect(newest.body.items).toEqual([{ release, downloadCode, bundleName, revoked: false, entry: log.items[0] }])
    const { body: older } = await operator.get(`/account/changes?cursor=${newest.body.nextCursor}`)
    expect(older).toMatchObject({
      items: [{ release: first.link, entry: { after: { devices: 3 } } }],
      nextCursor: null,
    })
    expect((await fixture.newPartner().get('/account/changes')).body.items).toEqual([])
    await operator.delete(operator.path(second))
    const { body: all } = await operator.get('/account/changes')
    type Change = { release: string; revoked: boolean; entry: { action: string } }
    expect(all.items.map(({ release, revoked }: Change) => [release, revoked])).toEqual([
      [second.link, true],
      [second.link, true],
      [first.link, false],
    ])
  })

  it('ends a page of its audit log early when the entries are large, and so does the search by request', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const requestId = randomUUID()
    const assets = Array(90).fill({ externalId: 'HOTEL', libraryExternalId: 'HOTELS', comment: 'x'.repeat(10_000) })
    const headers = { 'x-request-id': requestId }
    const changed = await operator.put(operator.path(release, '/accommodation'), { assets }, headers)
    expect(changed.status).toBe(200)
    await copyRows(fixture.database, 'audit_entries', { request_id: requestId }, 5, {})
    const read = async (query: string) => (await operator.get(operator.path(release, `/audit?limit=200${query}`))).body
    const first = await read('')
    // Five entries of a little more than 900 kB exceed 4 MiB together.
    expect(first.items).toHaveLength(5)
    const second = await read(`&cursor=${first.nextCursor}`)
    expect(second.items).toHaveLength(2)
    expect(second.nextCursor).toBeNull()
    const { body: found } = await fixture.asService('gateway').get(`/internal/audit?requestId=${requestId}`)
    expect(found.entries).toHaveLength(5)
  })
})
