import { eventually } from '@guidebook/service-kit/test'
import { beforeEach, describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { publishedRelease } from './published.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})
beforeEach(() => fixture.clock.set('2026-07-15T10:00:00Z'))

const phone = { deviceId: 'anna-phone-0001', name: 'Anna’s phone' }
const tablet = { deviceId: 'anna-tablet-001', name: 'Anna’s tablet' }
const third = { deviceId: 'bert-phone-0001', name: 'Bert’s phone' }
const bundle = (release: { link: string }, headers: Record<string, string>) =>
  fixture.visit(`/t/${release.link}/bundle`, { accept: '*/*', ...headers })

describe('a device', () => {
  it('is registered once, even with a different name later, and is shown to the operator', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const first = await fixture.register(release, phone)
    expect([first.status, first.body]).toEqual([
      201,
      { id: expect.any(String), name: phone.name, registeredAt: '2026-07-15T10:00:00.000Z' },
    ])
    const again = await fixture.register(release, { ...phone, name: 'Anna’s old phone' })
    expect([again.status, again.body]).toEqual([200, { ...first.body, name: 'Anna’s old phone' }])
    const second = await fixture.register(release, tablet)
    const { body } = await operator.get(operator.path(release, '/devices'))
    expect(body).toEqual({ items: [again.body, second.body], nextCursor: null })
    const audit = await operator.get(operator.path(release, '/audit'))
    expect(
      audit.body.items.map(({ action, message }: { action: string; message: string }) => [action, message]),
    ).toEqual([
      ['device.registered', 'A device was registered, number 2 of 2.'],
      ['device.registered', 'A device was registered, number 1 of 2.'],
      ['release.created', expect.any(String)],
    ])
    // The device ID grants access to the trip, so it must not be shown.
    expect(audit.text + JSON.stringify(body)).not.toContain(phone.deviceId)
  })

  it('beyond the limit is refused with a helpful message until a device is removed or the limit is raised', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release({ devices: 2 })
    const { body } = await fixture.register(release, phone)
    await fixture.register(release, tablet)
    const refused = await fixture.register(release, third)
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'device-limit-reached',
      'The trip may be on at most 2 devices. Ask the tour operator to remove a device.',
    ])
    expect((await fixture.register(release, tablet)).status).toBe(200)

    expect((await operator.delete(operator.path(release, `/devices/${body.id}`))).status).toBe(204)
    const again = await operator.delete(operator.path(release, `/devices/${body.id}`))
    expect([again.status, again.body.detail]).toEqual([404, 'The release has no device with this ID.'])
    expect((await fixture.register(release, third)).status).toBe(201)
    expect((await fixture.register(release, phone)).status).toBe(409)
    await operator.patch(operator.path(release, '/devices/3'))
    expect((await fixture.register(release, phone)).status).toBe(201)
    // Registered devices stay registered when the limit is lowered.
    await operator.patch(operator.path(release, '/devices/1'))
    for (const known of [phone, tablet, third]) expect((await fixture.register(release, known)).status).toBe(200)
    const { body: audit } = await operator.get(operator.path(release, '/audit'))
    expect(audit.items.map(({ action }: { action: string }) => action)).toContain('device.removed')
  })

  it('cannot exceed the limit when many register concurrently, and takes only one place when its registration is repeated', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release({ devices: 3 })
    const many = Array.from({ length: 12 }, (_, n) => ({
      deviceId: `device-${1000 + (n % 6)}`,
      name: `Phone ${n % 6}`,
    }))
    const answers = await Promise.all(many.map((device) => fixture.register(release, device)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 409]))
    const { body } = await operator.get(operator.path(release, '/devices?limit=2'))
    const rest = await operator.get(operator.path(release, `/devices?limit=2&cursor=${body.nextCursor}`))
    expect([body.items.length, rest.body.items.length, rest.body.nextCursor]).toEqual([2, 1, null])
  })

  it('that registers again and again takes no connection from the operator’s own changes', async () => {
    const operator = fixture.newPartner()
    const [flooded, other] = [await operator.release(), await operator.release()]
    const waiting = async () => {
      const { rows } = await fixture.database.knex.raw(
        `select count(*) from pg_locks where locktype = 'tuple' and relation = cast('releases' as regclass)
            and database = (select oid from pg_database where datname = current_database())`,
      )
      return Number(rows[0].count)
    }
    const { registrations } = await fixture.database.transaction(async (trx) => {
      await trx('releases').where({ id: flooded.id }).forUpdate()
      const registrations = Promise.all(Array.from({ length: 40 }, () => fixture.register(flooded, phone)))
      // Half of the twelve connections of each of the two replicas.
      await eventually(async () => (await waiting()) === 12)
      const changed = await operator.patch(operator.path(other, '/devices/3'))
      expect(changed.status).toBe(200)
      return { registrations }
    })
    const statuses = (await registrations).map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(39).fill(200), 201])
  })

  it('is registered only within the release period, and only when the app channel is on', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const codes = async () => {
      const { status, body } = await fixture.register(release, phone)
      return [status, body.code]
    }
    fixture.clock.set('2026-06-30T10:00:00Z')
    expect(await codes()).toEqual([403, 'release-not-started'])
    fixture.clock.set('2026-09-01T10:00:00Z')
    expect(await codes()).toEqual([410, 'release-over'])
    fixture.clock.set('2026-07-15T10:00:00Z')
    await operator.patch(operator.path(release, '/app/0'))
    expect(await codes()).toEqual([404, 'channel-disabled'])
    expect((await fixture.register({ link: 'neverWasThere1234567' }, phone)).status).toBe(404)
  })

  it('must send a valid ID and name', async () => {
    const release = await fixture.newPartner().release()
    const { status, body } = await fixture.register(release, { deviceId: 'with a space', name: '' })
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      422,
      ['/deviceId', '/name'],
    ])
  })

  it('can be listed and removed by the operator, not by the seller', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const release = await operator.release({ resellerOid: seller.account.oid })
    const { body } = await fixture.register(release, phone)
    expect((await seller.get(seller.path(release, '/devices'))).status).toBe(404)
    expect((await seller.delete(seller.path(release, `/devices/${body.id}`))).status).toBe(404)
    expect((await operator.delete(operator.path(release, '/devices/no-uuid'))).status).toBe(404)
  })

  it('is removed only if If-Match has the ETag of its registration', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const { body, headers } = await fixture.register(release, phone)
    const remove = (etag: string) =>
      operator.delete(operator.path(release, `/devices/${body.id}`), undefined, { 'if-match': etag })
    const refused = await remove('"x"')
    expect([refused.status, refused.body.code]).toEqual([412, 'precondition-failed'])
    expect((await operator.get(operator.path(release, '/devices'))).body.items).toEqual([body])
    expect((await remove(headers.get('etag') ?? '')).status).toBe(204)
  })
})

describe('the bundle', () => {
  it('is only for registered devices', async () => {
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator)
    const nobody = await bundle(release, {})
    expect([nobody.status, nobody.body.code, nobody.body.detail]).toEqual([
      400,
      'invalid-header',
      'The header device-id is required.',
    ])
    expect((await bundle({ link: 'neverWasThere1234567' }, {})).status).toBe(404)
    const unregistered = await bundle(release, { 'device-id': phone.deviceId })
    expect([unregistered.status, unregistered.body.code]).toEqual([403, 'device-not-registered'])

    const { body } = await fixture.register(release, phone)
    const { status, text, headers } = await bundle(release, { 'device-id': phone.deviceId })
    expect([status, text, headers.get('content-type')]).toEqual([200, 'PK what the app holds', 'application/zip'])
    const known = await bundle(release, { 'device-id': phone.deviceId, 'if-none-match': headers.get('etag') ?? '' })
    expect(known.status).toBe(304)

    await operator.delete(operator.path(release, `/devices/${body.id}`))
    expect((await bundle(release, { 'device-id': phone.deviceId })).status).toBe(403)
  })

  it('is available after its build, and not when the app channel is off', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    await fixture.register(release, phone)
    const early = await bundle(release, { 'device-id': phone.deviceId })
    expect([early.status, early.body.code]).toEqual([404, 'artifact-not-ready'])
    await operator.patch(operator.path(release, '/app/0'))
    const off = await bundle(release, { 'device-id': phone.deviceId })
    expect([off.status, off.body.code]).toEqual([404, 'channel-disabled'])
    expect((await bundle(release, {})).body.code).toBe('channel-disabled')
    fixture.clock.set('2026-06-30T10:00:00Z')
    const { status, body } = await bundle(release, {})
    expect([status, body.code, body.detail]).toEqual([
      403,
      'release-not-started',
      'The link works from 2026-07-01, the first day of the release period.',
    ])
    fixture.clock.set('2026-09-01T10:00:00Z')
    expect((await bundle(release, {})).body.code).toBe('release-over')
  })
})
