import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { addGuidebook } from './neighbours.ts'
import { onDemandRequest } from './partner.ts'
import { withWaypoints } from './with-waypoints.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

const path = '/content/release/ondemand'
const inputOf = async (link: string, generation = 1) =>
  (await fixture.asService('builder').get(`/internal/releases/${link}/build-input?generation=${generation}`)).body

describe('an on-demand release', () => {
  it('may have long routes, which are stored as packed tracks', async () => {
    const operator = fixture.newPartner()
    const length = process.env.SOAK === undefined ? 20_000 : 150_000
    const waypoints = Array.from({ length }, (_, i) => ({ lat: (46e6 + i) / 1e6, lon: (9e6 - i) / 1e6 }))
    const routes = ['To the pass', 'Back'].map((name) => ({ content: { type: 'HIKING', name, waypoints } }))
    const request = onDemandRequest(operator.account.oid, { guidebook: { stages: [{ number: 1, routes }] } })
    const { status, body } = await operator.post(path, request)
    expect(status).toBe(202)
    const input = await inputOf(body.link)
    expect(JSON.stringify(input).length).toBeLessThan(JSON.stringify(request).length / 4)
    expect(withWaypoints(input.request)).toEqual(request)
  })

  it('with more points than the limit is refused with the limit', async () => {
    const operator = fixture.newPartner()
    const waypoints = Array.from({ length: 180_000 }, () => ({ lat: 46, lon: 9 }))
    const routes = ['A', 'B', 'C'].map((name) => ({ content: { type: 'HIKING', name, waypoints } }))
    const request = onDemandRequest(operator.account.oid, { guidebook: { stages: [{ number: 1, routes }] } })
    const { status, body } = await operator.post(path, request)
    expect([status, body.code, body.detail]).toEqual([
      413,
      'payload-too-large',
      'The body has more than 500000 waypoints. Send less at once.',
    ])
  })

  it('is accepted with its record, and its page says that the trip is being prepared', async () => {
    const asked = await fixture.bus.hear('builder', 'release.build-requested.v1')
    const operator = fixture.newPartner()
    const request = onDemandRequest(operator.account.oid, {
      publish: { startDate: '2026-06-01', app: false, gpx: false },
      booking: {
        accommodation: [
          { stageNumber: 1, arrivalDate: '2026-07-14', comment: 'Quiet', content: { name: 'Hut', lat: 46, lon: 9 } },
        ],
      },
    })
    const { status, body, headers } = await operator.post(path, request)
    expect(status).toBe(202)
    expect(headers.get('location')).toBe(operator.path(body))
    expect(body).toMatchObject({
      bundleName: 'Over the passes',
      guidebookInternalId: null,
      downloadCode: request.metadata.operatorCode,
      appEnabled: false,
      gpxEnabled: false,
      pdfEnabled: true,
      customized: false,
      accommodation: [{ name: 'Hut', stageNumber: 1, externalId: null, arrivalDate: '2026-07-14', comment: 'Quiet' }],
    })
    const message = await eventually(() => asked.find(({ data }) => data.release === body.id))
    expect(message.data).toMatchObject({ kind: 'on-demand', generation: 1 })
    const page = await fixture.visit(`/t/${body.link}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Your trip is being prepared')
  })

  it('reaches the builder unchanged', async () => {
    const operator = fixture.newPartner({ test: true, defaultLang: 'de' })
    const request = onDemandRequest(operator.account.oid, { metadata: { translate: true } })
    const { body } = await operator.post(path, request)
    const input = await inputOf(body.link)
    expect(withWaypoints(input.request)).toEqual(request)
    expect(input).toMatchObject({
      release: {
        kind: 'on-demand',
        translate: true,
        title: 'Over the passes',
        channels: { app: true, pdf: true, gpx: true },
      },
      guidebook: null,
      test: true,
      defaultLang: 'de',
      accommodation: [],
    })
  })

  it('takes the title and cover of its template when it has none', async () => {
    const operator = fixture.newPartner()
    const template = addGuidebook(fixture.neighbours, operator.account.id, 'TEMPLATE', { en: 'From the template' })
    const release = await operator.onDemand({
      metadata: { guidebookTemplateCustomId: 'TEMPLATE' },
      guidebook: { title: undefined },
    })
    expect(release.bundleName).toBe('From the template')
    expect((await inputOf(release.link)).guidebook).toEqual({ id: template.id })
  })

  it('for a seller has a separate code for the seller, generated when the request has none', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const drawn = await operator.onDemand({ metadata: { seller: seller.account.oid } })
    expect(drawn).toMatchObject({ seller: { oid: seller.account.oid }, provider: { oid: operator.account.oid } })
    expect(String(drawn.sellerDownloadCode)).toMatch(/^[1-9]\d{8}$/)
    const named = await operator.onDemand({ metadata: { seller: seller.account.oid, sellerCode: 909 } })
    expect(named.sellerDownloadCode).toBe(909)
    const again = onDemandRequest(operator.account.oid, { metadata: { seller: seller.account.oid, sellerCode: 909 } })
    const { status, body } = await operator.post(path, again)
    expect([status, body.errors[0].pointer]).toEqual([409, '/metadata/sellerCode'])
  })

  it('that is sent twice gets an error with the taken code', async () => {
    const operator = fixture.newPartner()
    const request = onDemandRequest(operator.account.oid)
    const [one, two] = await Promise.all([operator.post(path, request), operator.post(path, request)])
    expect([one.status, two.status].toSorted()).toEqual([202, 409])
  })
})
