import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { addItem } from './neighbours.ts'
import { type OnDemandFields, onDemandRequest } from './partner.ts'
import { png } from './pictures.ts'
import { aBuild, aGuidebook, publish } from './published.ts'
import { withWaypoints } from './with-waypoints.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

const path = '/content/release/ondemand'
const inputOf = async (link: string, generation = 1) =>
  (await fixture.asService('builder').get(`/internal/releases/${link}/build-input?generation=${generation}`)).body

describe('an update', () => {
  it('replaces everything and requests a new build', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand({
      booking: { accommodation: [{ content: { name: 'Old', lat: 1, lon: 1 } }] },
    })
    const request = onDemandRequest(operator.account.oid, {
      metadata: { operatorCode: release.downloadCode, lang: 'de' },
      publish: { startDate: '2026-07-02', devices: 5, gpx: false },
      booking: { departureDate: undefined },
      guidebook: { title: 'Another way' },
    })
    const { status, body } = await operator.put(path, request)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: release.id,
      key: release.key,
      link: release.link,
      url: release.url,
      bundleName: 'Another way',
      lang: 'de',
      startdate: '2026-07-02',
      devices: 5,
      gpxEnabled: false,
      departuredate: null,
      accommodation: [],
    })
    expect(withWaypoints((await inputOf(release.link, 2)).request)).toEqual(request)
    const old = await fixture.asService('builder').get(`/internal/releases/${release.link}/build-input?generation=1`)
    expect([old.status, old.body.code]).toEqual([409, 'generation-superseded'])
    const { body: audit } = await operator.get(operator.path(release, '/audit'))
    expect(audit.items[0]).toMatchObject({
      action: 'release.replaced',
      before: { title: 'Over the passes', devices: 2 },
      after: { title: 'Another way', devices: 5, generation: 2 },
    })
  })

  it('names the seller in the log by its OID', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const release = await operator.onDemand()
    const metadata = { operatorCode: release.downloadCode, seller: seller.account.oid }
    expect((await operator.put(path, onDemandRequest(operator.account.oid, { metadata }))).status).toBe(200)
    const { body } = await operator.get(operator.path(release, '/audit'))
    const entry = body.items.find(({ action }: { action: string }) => action === 'release.replaced')
    expect([entry.before.seller, entry.after.seller]).toEqual([null, seller.account.oid])
  })

  it('of a code without an on-demand release is not found', async () => {
    const operator = fixture.newPartner()
    const other = await fixture.newPartner().onDemand()
    const plain = await operator.release()
    for (const operatorCode of [1, other.downloadCode, plain.downloadCode]) {
      const { status } = await operator.put(path, onDemandRequest(operator.account.oid, { metadata: { operatorCode } }))
      expect(status).toBe(404)
    }
  })

  it('during a build supersedes that build', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand()
    const request = onDemandRequest(operator.account.oid, { metadata: { operatorCode: release.downloadCode } })
    const buildOf = async () => (await operator.get(operator.path(release, '/build'))).body
    const report = { sequence: 1, step: 'content', percent: 10, message: null, warnings: [] }
    await fixture.bus.send('build.progressed.v1', { ...aBuild(release), ...report })
    await eventually(async () => (await buildOf()).state === 'running')
    expect((await operator.put(path, request)).status).toBe(200)
    expect(await buildOf()).toMatchObject({ state: 'waiting', generation: 2, percent: 0 })
    // Until the next build is completed, the link shows the one before it, and the title is already that of the request.
    await publish(fixture, release, { page: aGuidebook({ title: 'Before the update' }) })
    const record = async () => (await operator.get(operator.path(release))).body
    await eventually(async () => (await record()).pdfAvailable)
    expect([(await record()).bundleName, (await buildOf()).state]).toEqual(['Over the passes', 'waiting'])
    await publish(fixture, release, { generation: 2, page: aGuidebook({ title: 'After the update' }) })
    await eventually(async () => (await buildOf()).state === 'completed')
    expect((await record()).bundleName).toBe('After the update')
  })

  it('with faults gets all of them and leaves the release unchanged', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand()
    const request = onDemandRequest(operator.account.oid, {
      metadata: { operatorCode: release.downloadCode },
      booking: { arrivalDate: '2026-09-01', departureDate: undefined },
      guidebook: { stages: [{ number: 1, texts: [{ libraryReference: { link: 'none' } }] }] },
    })
    const { status, body } = await operator.put(path, request)
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      422,
      ['/booking/arrivalDate', '/guidebook/stages/0/texts/0/libraryReference'],
    ])
    expect((await operator.get(operator.path(release))).body).toEqual(release)
  })

  it('gets the same response when it is repeated, even while geodata is unavailable and after the deadline', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand()
    const texts = [{ libraryReference: { link: addItem(fixture.neighbours, operator.account.id, 'text', 'T-1').id } }]
    const request = onDemandRequest(operator.account.oid, {
      metadata: { operatorCode: release.downloadCode },
      guidebook: { stages: [{ number: 1, texts }] },
    })
    const send = () => operator.put(path, request, { 'idempotency-key': 'once' })
    const first = await send()
    fixture.geodata.down()
    fixture.clock.set('2026-07-01T00:00:00Z')
    const again = await send()
    fixture.clock.set('2026-06-01T12:00:00Z')
    fixture.geodata.up()
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it('that is one of many concurrent ones is applied completely or not at all', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        operator.put(
          path,
          onDemandRequest(operator.account.oid, {
            metadata: { operatorCode: release.downloadCode },
            publish: { devices: i + 1 },
            guidebook: { title: `Title ${i + 1}` },
          }),
        ),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { body } = await operator.get(operator.path(release))
    expect(body.bundleName).toBe(`Title ${body.devices}`)
    const { request } = await inputOf(release.link, 11)
    expect(request.guidebook.title).toBe(body.bundleName)
  })

  it('is allowed until the day before the stored start, in the time zone of the account', async () => {
    const zones = [
      // Clocks go forward in the night before 29 March 2026: the previous day ends at 23:00 UTC.
      ['Europe/Berlin', '2026-03-29', '2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z'],
      // And back in the night before 25 October: the previous day ends at 22:00 UTC.
      ['Europe/Berlin', '2026-10-25', '2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z'],
      ['Pacific/Kiritimati', '2026-07-01', '2026-06-30T09:59:59Z', '2026-06-30T10:00:00Z'],
      ['America/Los_Angeles', '2026-07-01', '2026-07-01T06:59:59Z', '2026-07-01T07:00:00Z'],
    ] as const
    for (const [timeZone, startDate, last, tooLate] of zones) {
      fixture.clock.set('2026-01-01T00:00:00Z')
      const operator = fixture.newPartner({ timeZone })
      const fields = {
        publish: { startDate, endDate: '2026-12-31' },
        booking: { arrivalDate: undefined, departureDate: undefined },
      }
      const release = await operator.onDemand(fields)
      const update = (publish: Record<string, unknown>) =>
        operator.put(
          path,
          onDemandRequest(operator.account.oid, {
            ...fields,
            metadata: { operatorCode: release.downloadCode },
            publish,
          }),
        )
      fixture.clock.set(last)
      expect((await update(fields.publish)).status, `${timeZone} ${last}`).toBe(200)
      fixture.clock.set(tooLate)
      // The stored start counts, not that of the update.
      const { status, body } = await update({ startDate: '2026-12-31', endDate: '2026-12-31' })
      expect([status, body.code], `${timeZone} ${tooLate}`).toEqual([409, 'release-locked'])
    }
    fixture.clock.set('2026-06-01T12:00:00Z')
  })

  it('of a locked release is refused, and honours If-Match', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand()
    const request = onDemandRequest(operator.account.oid, { metadata: { operatorCode: release.downloadCode } })
    const { headers } = await operator.get(operator.path(release))
    const etag = headers.get('etag') ?? ''
    expect((await operator.put(path, request, { 'if-match': '"other"' })).status).toBe(412)
    expect((await operator.put(path, request, { 'if-match': etag })).status).toBe(200)
    expect((await operator.put(path, request, { 'if-match': etag })).status).toBe(412)
    await operator.patch(operator.path(release, '/locked/1'))
    expect((await operator.put(path, request)).body.code).toBe('release-locked')
  })

  it('that comes too late or is of a locked release is refused before its content is checked and stored', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand()
    const metadata = { operatorCode: release.downloadCode }
    const update = async (fields: OnDemandFields) => {
      const { status, body } = await operator.put(path, onDemandRequest(operator.account.oid, { ...fields, metadata }))
      return [status, body.code]
    }
    const refused = [409, 'release-locked']
    fixture.clock.set('2026-07-01T10:00:00Z')
    // The trip begins before this period.
    expect(await update({ publish: { startDate: '2026-07-20' } })).toEqual(refused)
    fixture.clock.set(firstOfJune)
    await operator.patch(operator.path(release, '/locked/1'))
    const texts = [{ libraryReference: { link: 'none' } }]
    expect(await update({ guidebook: { stages: [{ number: 1, texts }] } })).toEqual(refused)
    expect(await update({ guidebook: { imageBase64: png.toString('base64') } })).toEqual(refused)
    const images = fixture.objectStore.list(`releases/${operator.account.id}/`)
    expect(await Array.fromAsync(images)).toEqual([])
  })
})
