import { readFileSync } from 'node:fs'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'
import { addGuidebook, addItem } from './neighbours.ts'
import { type OnDemandFields, onDemandRequest } from './partner.ts'
import { jpeg, png } from './pictures.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const path = '/content/release/ondemand'
const places = (body: { errors: { pointer: string; code: string }[] }) =>
  body.errors.map(({ pointer, code }) => `${pointer} ${code}`)
const inputOf = async (link: string, generation = 1) =>
  (await fixture.asService('builder').get(`/internal/releases/${link}/build-input?generation=${generation}`)).body

describe('an on-demand release', () => {
  it('is accepted with its record, and its link says that the trip is being prepared', async () => {
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

  it('reaches the builder as it was sent', async () => {
    const operator = fixture.newPartner({ test: true, defaultLang: 'de' })
    const request = onDemandRequest(operator.account.oid, { metadata: { translate: true } })
    const { body } = await operator.post(path, request)
    const input = await inputOf(body.link)
    expect(input.request).toEqual(request)
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

  it('takes title and cover from its template when it has none', async () => {
    const operator = fixture.newPartner()
    const template = addGuidebook(fixture.neighbours, operator.account.id, 'TEMPLATE', { en: 'From the template' })
    const release = await operator.onDemand({
      metadata: { guidebookTemplateCustomId: 'TEMPLATE' },
      guidebook: { title: undefined },
    })
    expect(release.bundleName).toBe('From the template')
    expect((await inputOf(release.link)).guidebook).toEqual({ id: template.id })
  })

  it('sent twice names the code that is taken', async () => {
    const operator = fixture.newPartner()
    const request = onDemandRequest(operator.account.oid)
    const [one, two] = await Promise.all([operator.post(path, request), operator.post(path, request)])
    expect([one.status, two.status].toSorted()).toEqual([202, 409])
  })
})

describe('references', () => {
  const withReferences: OnDemandFields = {
    booking: { accommodation: [{ libraryReference: { libraryCustomId: 'LIB', customId: 'H-1' } }] },
    guidebook: {
      stages: [
        {
          number: 1,
          routes: [
            { libraryReference: { libraryCustomId: 'LIB', customId: 'R-1' } },
            {
              group: {
                name: 'Two halves',
                parts: ['R-1', 'R-2'].map((customId) => ({ libraryCustomId: 'LIB', customId })),
              },
            },
          ],
          pois: [{ libraryReference: { libraryCustomId: 'LIB', customId: 'P-1' } }],
          texts: [{ libraryReference: { libraryCustomId: 'LIB', customId: 'T-1' } }],
        },
      ],
      generalInfo: [{ libraryReference: { libraryCustomId: 'LIB', customId: 'T-1' } }],
    },
  }

  it('that are missing are all named in one answer, and nothing is stored', async () => {
    const operator = fixture.newPartner()
    addItem(fixture.neighbours, operator.account.id, 'route', 'R-1')
    const { status, body } = await operator.post(path, onDemandRequest(operator.account.oid, withReferences))
    expect(status).toBe(422)
    expect(places(body)).toEqual([
      '/booking/accommodation/0/libraryReference reference-not-found',
      '/guidebook/stages/0/routes/1/group/parts/1 reference-not-found',
      '/guidebook/stages/0/pois/0/libraryReference reference-not-found',
      '/guidebook/stages/0/texts/0/libraryReference reference-not-found',
      '/guidebook/generalInfo/0/libraryReference reference-not-found',
    ])
    expect((await operator.get(`/content/release/${operator.account.id}`)).body.items).toEqual([])
  })

  it('are resolved in one question', async () => {
    const operator = fixture.newPartner()
    const account = operator.account.id
    for (const customId of ['R-1', 'R-2']) addItem(fixture.neighbours, account, 'route', customId)
    for (const customId of ['H-1', 'P-1']) addItem(fixture.neighbours, account, 'poi', customId)
    addItem(fixture.neighbours, account, 'text', 'T-1')
    const before = fixture.neighbours.questions
    await operator.onDemand(withReferences)
    expect(fixture.neighbours.questions - before).toBe(1)
  })

  it('by internal ID to an item of another kind or of another account are refused', async () => {
    const [operator, other] = [fixture.newPartner(), fixture.newPartner()]
    const text = addItem(fixture.neighbours, operator.account.id, 'text', 'T-1')
    const foreign = addItem(fixture.neighbours, other.account.id, 'route', 'R-1')
    const routes = [{ libraryReference: { link: text.id } }, { libraryReference: { link: foreign.id } }]
    const request = onDemandRequest(operator.account.oid, { guidebook: { stages: [{ number: 1, routes }] } })
    const { body } = await operator.post(path, request)
    expect(places(body)).toEqual([
      '/guidebook/stages/0/routes/0/libraryReference reference-wrong-kind',
      '/guidebook/stages/0/routes/1/libraryReference reference-not-found',
    ])
  })
})

describe('a request with mistakes', () => {
  it('names all of them at once, whatever they are about', async () => {
    const operator = fixture.newPartner()
    const { status, body } = await operator.post(
      path,
      onDemandRequest(operator.account.oid, {
        metadata: { seller: 'ZZZ' },
        booking: {
          arrivalDate: '2026-09-01',
          accommodation: [
            { stageNumber: 9, content: { name: 'Hut', lat: 1, lon: 1, imageBase64: 'bm90aGluZw==' } },
            { arrivalDate: '2026-06-30', libraryReference: { libraryCustomId: 'LIB', customId: 'NONE' } },
          ],
        },
        guidebook: { title: '', stages: [{ number: 1 }, { number: 1 }] },
      }),
    )
    expect(status).toBe(422)
    expect(places(body)).toEqual([
      '/booking/arrivalDate trip-outside-period',
      '/booking/departureDate trip-reversed',
      '/booking/accommodation/1/arrivalDate accommodation-outside-period',
      '/guidebook/stages/1/number stage-number-taken',
      '/booking/accommodation/0/stageNumber stage-not-found',
      '/guidebook/title required-field',
      '/metadata/seller partner-not-connected',
      '/booking/accommodation/0/content/imageBase64 image-not-supported',
      '/booking/accommodation/1/libraryReference reference-not-found',
    ])
  })

  it('in “exactly one of” points at the item', async () => {
    const operator = fixture.newPartner()
    const content = { name: 'Text' }
    const libraryReference = { link: 'x' }
    const texts = [{}, { content, libraryReference }]
    const { body } = await operator.post(
      path,
      onDemandRequest(operator.account.oid, { guidebook: { stages: [{ number: 1, texts }] } }),
    )
    expect(places(body)).toEqual([
      '/guidebook/stages/0/texts/0 exactly-one-of',
      '/guidebook/stages/0/texts/1 exactly-one-of',
    ])
  })

  it('for another operator is refused', async () => {
    const [operator, other] = [fixture.newPartner(), fixture.newPartner()]
    const { status, body } = await operator.post(path, onDemandRequest(other.account.oid))
    expect([status, body.code]).toEqual([403, 'account-mismatch'])
  })

  it('with an unknown template is refused', async () => {
    const operator = fixture.newPartner()
    const request = onDemandRequest(operator.account.oid, { metadata: { guidebookTemplateCustomId: 'NONE' } })
    const { body } = await operator.post(path, request)
    expect(places(body)).toEqual(['/metadata/guidebookTemplateCustomId guidebook-not-found'])
  })
})

describe('images', () => {
  const withImages = (...images: string[]): OnDemandFields => ({
    guidebook: {
      imageBase64: images[0],
      stages: [
        {
          number: 1,
          pois: images.slice(1).map((imageBase64, i) => ({
            content: { name: `P${i}`, lat: 1, lon: 1, type: 'SIGHT', imageBase64 },
          })),
        },
      ],
    },
  })

  it('go to the object store by their content, and the stored request refers to them', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand(
      withImages(png.toString('base64'), jpeg.toString('base64'), png.toString('base64')),
    )
    const { guidebook } = (await inputOf(release.link)).request
    expect(guidebook.image).toMatchObject({ mediaType: 'image/png', bytes: png.length })
    expect(guidebook.image.key).toMatch(new RegExp(`^releases/${operator.account.id}/images/[0-9a-f]{64}\\.png$`))
    expect(guidebook).not.toHaveProperty('imageBase64')
    const [first, second] = guidebook.stages[0].pois
    expect(first.content.image.mediaType).toBe('image/jpeg')
    expect(second.content.image.key).toBe(guidebook.image.key)
    expect(await fixture.objectStore.read(guidebook.image.key)).toEqual(png)
  })

  it('are PNG or JPEG by their content, whatever else they claim to be', async () => {
    const operator = fixture.newPartner()
    const gif = Buffer.from('GIF89a-and-more-bytes-that-do-not-matter').toString('base64')
    const { body } = await operator.post(
      path,
      onDemandRequest(
        operator.account.oid,
        withImages(gif, '§§§', 'data:image/png;base64,AAAA', png.toString('base64')),
      ),
    )
    expect(places(body)).toEqual([
      '/guidebook/imageBase64 image-not-supported',
      '/guidebook/stages/0/pois/0/content/imageBase64 image-not-supported',
      '/guidebook/stages/0/pois/1/content/imageBase64 image-not-supported',
    ])
  })

  it('may have 5 MB when decoded and not a byte more', async () => {
    const operator = fixture.newPartner()
    const sized = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]).toString('base64')
    const most = 5 * 1024 * 1024
    await operator.onDemand(withImages(sized(most)))
    const { body } = await operator.post(path, onDemandRequest(operator.account.oid, withImages(sized(most + 1))))
    expect(places(body)).toEqual(['/guidebook/imageBase64 image-too-large'])
    const huge = await operator.post(path, onDemandRequest(operator.account.oid, withImages(sized(2 * most))))
    expect(places(huge.body)).toEqual(['/guidebook/imageBase64 image-too-large'])
  })

  const samples = process.env.SAMPLES_DIR ?? new URL('../../../../shared/samples', import.meta.url).pathname
  const sample = (name: string) => {
    try {
      return readFileSync(`${samples}/images/${name}`)
    } catch {
      return null
    }
  }
  it.skipIf(sample('swiss.png') === null)(
    'from cameras and of odd colours are taken (needs the sample images)',
    async () => {
      const operator = fixture.newPartner()
      const images = [
        'swiss.png',
        'concert.jpg',
        'flowers.jpeg',
        'Channel_digital_image_CMYK_color.jpg',
        'truncated.jpg',
      ]
        .map(sample)
        .filter((image) => image !== null && image.length <= 5 * 1024 * 1024)
      await operator.onDemand(withImages(...images.map((image) => image?.toString('base64') ?? '')))
    },
  )
})

describe('an update', () => {
  it('replaces everything and asks for a new build', async () => {
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
      ...{ id: release.id, key: release.key, link: release.link, url: release.url },
      ...{ bundleName: 'Another way', lang: 'de', startdate: '2026-07-02', devices: 5, gpxEnabled: false },
      ...{ departuredate: null, accommodation: [] },
    })
    expect((await inputOf(release.link, 2)).request).toEqual(request)
    const old = await fixture.asService('builder').get(`/internal/releases/${release.link}/build-input?generation=1`)
    expect([old.status, old.body.code]).toEqual([409, 'generation-superseded'])
    const { body: audit } = await operator.get(operator.path(release, '/audit'))
    expect(audit.items[0]).toMatchObject({
      action: 'release.replaced',
      before: { title: 'Over the passes', devices: 2 },
      after: { title: 'Another way', devices: 5, generation: 2 },
    })
  })

  it('of a code that names no on-demand release is not found', async () => {
    const operator = fixture.newPartner()
    const other = await fixture.newPartner().onDemand()
    const plain = await operator.release()
    for (const operatorCode of [1, other.downloadCode, plain.downloadCode]) {
      const { status } = await operator.put(path, onDemandRequest(operator.account.oid, { metadata: { operatorCode } }))
      expect(status).toBe(404)
    }
  })

  it('of many at once leaves the release as one of them wanted it', async () => {
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
      // Clocks go forward in the night to 29 March 2026: the day before ends at 23:00 UTC.
      ['Europe/Berlin', '2026-03-29', '2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z'],
      // And back in the night to 25 October: the day before ends at 22:00 UTC.
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
      // What the update wants does not matter: the stored start does.
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
})
