import type { AccountProjection } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it, publicUrl } from './fixture.ts'
import { addGuidebook } from './neighbours.ts'
import { releaseRequest } from './partner.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

describe('a plain release', () => {
  it('is created with its complete record in the response', async () => {
    const operator = fixture.newPartner({ timeZone: 'Europe/Berlin', defaultLang: 'de' })
    const request = releaseRequest(operator.account.id)
    const { status, body, headers } = await operator.post('/content/release', request)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      link: expect.stringMatching(/^[1-9A-Za-z]{20}$/),
      url: `${publicUrl}/t/${body.link}`,
      bundleName: 'Over the passes',
      guidebookInternalId: fixture.neighbours.guidebooks.find(({ account }) => account === operator.account.id)?.id,
      downloadCode: request.downloadCode,
      operatorDownloadCode: request.downloadCode,
      sellerDownloadCode: null,
      arrivaldate: '2026-07-14',
      departuredate: '2026-07-21',
      startdate: '2026-07-01',
      enddate: '2026-08-31',
      startDatetime: Date.parse('2026-07-01T00:00:00+02:00'),
      endDatetime: Date.parse('2026-08-31T00:00:00+02:00'),
      creation: '2026-06-01T12:00:00.000Z',
      lang: 'en',
      devices: 2,
      appEnabled: true,
      appAvailable: false,
      pdfEnabled: true,
      pdfAvailable: false,
      gpxEnabled: true,
      positioning: true,
      navigation: true,
      tourguide: false,
      travelgroup: false,
      photocontest: false,
      attributes: { positioning: '1', navigation: '1', tourguide: '0', travelgroup: '0', photocontest: '0' },
      customized: false,
      disabled: false,
      locked: false,
      primaryColor: '#0a7d4b',
      secondaryColor: '#f4a300',
      androidUrl: null,
      iosUrl: null,
      provider: {
        id: operator.account.id,
        oid: operator.account.oid,
        name: operator.account.name,
        logo: null,
        type: 'operator',
        color: '#0a7d4b',
        app: { iosUrl: null, androidUrl: null },
      },
      seller: null,
      additionalAssets: [],
      accommodation: [],
      text: [],
    })
    expect(headers.get('location')).toBe(operator.path(body))
    const read = await operator.get(operator.path(body))
    expect(read.body).toEqual(body)
    expect(read.headers.get('etag')).toBe(headers.get('etag'))
  })

  it('requests its first build from the builder', async () => {
    const asked = await fixture.bus.hear('builder', 'release.build-requested.v1')
    const operator = fixture.newPartner()
    const release = await operator.release()
    const message = await eventually(() => asked.find(({ data }) => data.release === release.id))
    expect(message.data).toEqual({
      account: operator.account.id,
      release: release.id,
      link: release.link,
      generation: 1,
      kind: 'plain',
    })
  })

  it('has a first entry in the audit log', async () => {
    const operator = fixture.newPartner()
    const request = releaseRequest(operator.account.id)
    const { body } = await operator.post('/content/release', request, { 'x-request-id': 'request-1' })
    const audit = await operator.get(operator.path(body, '/audit'))
    expect(audit.body).toEqual({
      items: [
        expect.objectContaining({
          at: '2026-06-01T12:00:00.000Z',
          actor: 'gbk_live_abc',
          action: 'release.created',
          severity: 'info',
          requestId: 'request-1',
          before: null,
          after: expect.objectContaining({ downloadCode: request.downloadCode, devices: 2 }),
        }),
      ],
      nextCursor: null,
    })
    const found = await fixture.asService('gateway').get('/internal/audit?requestId=request-1')
    expect(found.body.entries).toEqual([{ release: body.link, entry: audit.body.items[0] }])
  })

  it('with an Idempotency-Key is created once, however often it is sent', async () => {
    const operator = fixture.newPartner()
    const request = releaseRequest(operator.account.id)
    const send = () => operator.post('/content/release', request, { 'idempotency-key': 'k' })
    const first = await send()
    const again = await send()
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const { body } = await operator.get(`/content/release/${operator.account.id}`)
    expect(body.items).toHaveLength(1)
  })

  it('may have only one of the trip dates', async () => {
    const operator = fixture.newPartner()
    expect(await operator.release({ departuredate: undefined })).toMatchObject({ departuredate: null })
    expect(await operator.release({ arrivaldate: undefined })).toMatchObject({ arrivaldate: null })
  })

  it('takes its name in its language, otherwise in the account’s', async () => {
    const operator = fixture.newPartner({ defaultLang: 'de' })
    addGuidebook(fixture.neighbours, operator.account.id, 'GB-2', { de: 'Über die Pässe', fr: 'Par les cols' } as never)
    expect(await operator.release({ guidebookExternalId: 'GB-2', lang: 'fr' })).toMatchObject({
      bundleName: 'Par les cols',
    })
    expect(await operator.release({ guidebookExternalId: 'GB-2', lang: 'it' })).toMatchObject({
      bundleName: 'Über die Pässe',
    })
  })
})

describe('an invalid request', () => {
  it('gets all faults in one response, and nothing is stored', async () => {
    const operator = fixture.newPartner()
    const { status, body } = await operator.post(
      '/content/release',
      releaseRequest(operator.account.id, {
        guidebookExternalId: 'NONE',
        arrivaldate: '2026-06-30',
        departuredate: '2026-06-29',
        resellerOid: 'ZZZ',
        accommodation: [
          { externalId: 'H', libraryExternalId: 'L', arrivalDate: '2026-09-01', departureDate: '2026-08-30' },
        ],
      }),
    )
    expect(status).toBe(422)
    expect(body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual([
      ['/arrivaldate', 'trip-outside-period'],
      ['/departuredate', 'trip-outside-period'],
      ['/departuredate', 'trip-reversed'],
      ['/accommodation/0/arrivalDate', 'accommodation-outside-period'],
      ['/accommodation/0/departureDate', 'trip-reversed'],
      ['/resellerOid', 'partner-not-connected'],
      ['/guidebookExternalId', 'guidebook-not-found'],
    ])
    const list = await operator.get(`/content/release/${operator.account.id}`)
    expect(list.body.items).toEqual([])
  })

  it('with a reversed period gets only that fault, not its consequences', async () => {
    const operator = fixture.newPartner()
    const request = releaseRequest(operator.account.id, { startdate: '2026-09-01' })
    const { body } = await operator.post('/content/release', request)
    expect(body).toMatchObject({ code: 'period-reversed', errors: [{ pointer: '/enddate' }] })
  })

  it('for another account is refused', async () => {
    const [operator, other] = [fixture.newPartner(), fixture.newPartner()]
    const { status, body } = await operator.post('/content/release', releaseRequest(other.account.id))
    expect([status, body.code]).toEqual([403, 'account-mismatch'])
  })
})

describe('a customized release', () => {
  it('is accepted and built in the background', async () => {
    const operator = fixture.newPartner()
    const { status, body } = await operator.post(
      '/content/release?email=desk@example.com',
      releaseRequest(operator.account.id, {
        accommodation: [
          { externalId: 'H-1', libraryExternalId: 'HOTELS', arrivalDate: '2026-07-14', comment: 'Half board' },
        ],
        text: [{ externalId: 'T-1', libraryExternalId: 'TEXTS' }],
        additionalAssets: [{ type: 'GEO', externalId: 'A-1', libraryExternalId: 'LIB' }],
      }),
    )
    expect(status).toBe(202)
    expect(body).toMatchObject({
      customized: true,
      accommodation: [
        {
          externalId: 'H-1',
          libraryExternalId: 'HOTELS',
          stageNumber: null,
          name: null,
          arrivalDate: '2026-07-14',
          departureDate: null,
          comment: 'Half board',
        },
      ],
      text: [{ externalId: 'T-1', libraryExternalId: 'TEXTS' }],
      additionalAssets: [{ type: 'GEO', externalId: 'A-1', libraryExternalId: 'LIB' }],
    })
    const input = await fixture.asService('builder').get(`/internal/releases/${body.link}/build-input?generation=1`)
    expect(input.body).toMatchObject({
      release: { kind: 'customized', translate: false, title: null },
      guidebook: { id: body.guidebookInternalId },
      request: null,
      accommodation: [
        { externalId: 'H-1', libraryExternalId: 'HOTELS', arrivalDate: '2026-07-14', departureDate: null },
      ],
      texts: [{ externalId: 'T-1', libraryExternalId: 'TEXTS' }],
      assets: [{ type: 'GEO', externalId: 'A-1', libraryExternalId: 'LIB' }],
      timeZone: 'UTC',
    })
  })

  it.each([
    [{ roadbook: { paper: 'A5' } }, 'A5'],
    // As in the message of an account from before this setting existed.
    [{}, 'A4'],
  ] as const)('of an operator with %j is printed on %s', async (fields: Partial<AccountProjection>, paper) => {
    const operator = fixture.newPartner(fields)
    const { body } = await operator.post('/content/release', releaseRequest(operator.account.id))
    const input = await fixture.asService('builder').get(`/internal/releases/${body.link}/build-input?generation=1`)
    expect(input.body.paper).toBe(paper)
  })

  it('of an operator with a number for emergencies is built with it', async () => {
    const operator = fixture.newPartner({ emergencyPhone: '+41 81 000 00 00' })
    const { body } = await operator.post('/content/release', releaseRequest(operator.account.id))
    const input = await fixture.asService('builder').get(`/internal/releases/${body.link}/build-input?generation=1`)
    expect(input.body.emergencyPhone).toBe('+41 81 000 00 00')
  })

  it('with empty lists is a plain release', async () => {
    const operator = fixture.newPartner()
    const request = releaseRequest(operator.account.id, { accommodation: [], text: [], additionalAssets: [] })
    const { status, body } = await operator.post('/content/release', request)
    expect([status, body.customized]).toEqual([201, false])
  })
})
