import { type ItemKind, poiIcons } from '@guidebook/contracts'
import { describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { addItem } from './neighbours.ts'
import { type OnDemandFields, onDemandRequest } from './partner.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

const path = '/content/release/ondemand'
const places = (body: { errors: { pointer: string; code: string }[] }) =>
  body.errors.map(({ pointer, code }) => `${pointer} ${code}`)

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

  it('that are missing are all in one response, and nothing is stored', async () => {
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

  it('are resolved in one request to geodata', async () => {
    const operator = fixture.newPartner()
    const account = operator.account.id
    for (const customId of ['R-1', 'R-2']) addItem(fixture.neighbours, account, 'route', customId)
    for (const customId of ['H-1', 'P-1']) addItem(fixture.neighbours, account, 'poi', customId)
    addItem(fixture.neighbours, account, 'text', 'T-1')
    const before = fixture.neighbours.resolveRequests
    await operator.onDemand(withReferences)
    expect(fixture.neighbours.resolveRequests - before).toBe(1)
  })

  it('may be by internal ID or by custom IDs, and the request may contain POIs of every type', async () => {
    const operator = fixture.newPartner()
    const account = operator.account.id
    const byLink = (kind: ItemKind, customId: string) => ({
      libraryReference: { link: addItem(fixture.neighbours, account, kind, customId).id },
    })
    const byCustomId = (kind: ItemKind, customId: string) => {
      addItem(fixture.neighbours, account, kind, customId)
      return { libraryReference: { libraryCustomId: 'LIB', customId } }
    }
    const both = (kind: ItemKind) => [byLink(kind, `${kind}-1`), byCustomId(kind, `${kind}-2`)]
    const inline = poiIcons.map((icon) => ({ content: { name: icon, lat: 46, lon: 9, type: icon.toUpperCase() } }))
    const stages = [{ number: 1, routes: both('route'), pois: [...both('poi'), ...inline], texts: both('text') }]
    await operator.onDemand({ guidebook: { stages, generalInfo: [byLink('text', 'text-3')] } })
  })

  it('routes of every type may be in the request', async () => {
    const operator = fixture.newPartner()
    const waypoints = [
      { lat: 46, lon: 9 },
      { lat: 46.1, lon: 9 },
    ]
    const routes = ['CYCLING', 'HIKING', 'WALKING', 'DRIVING'].map((type) => ({
      content: { type, name: type, description: '<p>HTML</p>', waypoints },
    }))
    await operator.onDemand({ guidebook: { stages: [{ number: 1, routes }] } })
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

describe('an invalid request', () => {
  it('gets all faults in one response, whatever they concern', async () => {
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

  it('in “exactly one of” gets a pointer to the item, wherever it is', async () => {
    const operator = fixture.newPartner()
    const libraryReference = { libraryCustomId: 'LIB', customId: 'X' }
    const place = { name: 'X', lat: 46, lon: 9 }
    const poi = { ...place, type: 'SIGHT' }
    const text = { name: 'X' }
    const way = {
      type: 'HIKING',
      name: 'X',
      waypoints: [
        { lat: 46, lon: 9 },
        { lat: 47, lon: 9 },
      ],
    }
    const group = { name: 'X', parts: [libraryReference] }
    const { status, body } = await operator.post(
      path,
      onDemandRequest(operator.account.oid, {
        booking: { accommodation: [{ comment: 'Neither' }, { content: place, libraryReference }] },
        guidebook: {
          stages: [
            { number: 1 },
            {
              number: 2,
              routes: [
                {},
                { content: way, libraryReference },
                { content: way, group },
                { libraryReference, group },
                { content: way, libraryReference, group },
              ],
              pois: [{}, { content: poi, libraryReference }],
              texts: [{}, { content: text, libraryReference }],
            },
          ],
          generalInfo: [{}, { content: text, libraryReference }],
        },
      }),
    )
    const at = (list: string, count: number) => Array.from({ length: count }, (_, i) => `${list}/${i} exactly-one-of`)
    expect(status).toBe(422)
    expect(places(body).toSorted()).toEqual(
      [
        ...at('/booking/accommodation', 2),
        ...at('/guidebook/stages/1/routes', 5),
        ...at('/guidebook/stages/1/pois', 2),
        ...at('/guidebook/stages/1/texts', 2),
        ...at('/guidebook/generalInfo', 2),
      ].toSorted(),
    )
  })

  it('in a reference gets a pointer to it: it must have one complete form', async () => {
    const operator = fixture.newPartner()
    const routes = [
      { libraryReference: {} },
      { libraryReference: { link: 'x', libraryCustomId: 'LIB', customId: 'R-1' } },
      { libraryReference: { libraryCustomId: 'LIB' } },
      { libraryReference: { customId: 'R-1' } },
      { group: { name: 'Nothing', parts: [] } },
      { group: { name: 'By link', parts: [{ link: 'x' }] } },
    ]
    const accommodation = [{ libraryReference: { link: 'x' } }]
    const { body } = await operator.post(
      path,
      onDemandRequest(operator.account.oid, {
        booking: { accommodation },
        guidebook: { stages: [{ number: 1, routes }] },
      }),
    )
    const route = '/guidebook/stages/0/routes'
    expect(places(body)).toEqual(
      expect.arrayContaining([
        `${route}/0/libraryReference exactly-one-of`,
        `${route}/1/libraryReference exactly-one-of`,
        `${route}/2/libraryReference/customId required-field`,
        `${route}/3/libraryReference/libraryCustomId required-field`,
        `${route}/4/group/parts invalid-field`,
        `${route}/5/group/parts/0/link unknown-field`,
        '/booking/accommodation/0/libraryReference/link unknown-field',
      ]),
    )
  })

  it('without required fields gets a fault for each', async () => {
    const operator = fixture.newPartner()
    const { body } = await operator.post(path, { metadata: {}, publish: {}, guidebook: { stages: [{}] } })
    expect(places(body).toSorted()).toEqual(
      [
        ...['/metadata/operator', '/metadata/operatorCode', '/metadata/lang'],
        ...['/publish/startDate', '/publish/endDate', '/publish/devices', '/guidebook/stages/0/number'],
      ]
        .map((pointer) => `${pointer} required-field`)
        .toSorted(),
    )
    expect((await operator.post(path, {})).body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/metadata',
      '/publish',
      '/guidebook',
    ])
  })

  it('with an unknown type or with invalid coordinates gets a pointer to them', async () => {
    const operator = fixture.newPartner()
    const pois = [
      { content: { name: 'A', lat: 91, lon: 9, type: 'SIGHT' } },
      { content: { name: 'B', lat: 46, lon: 181, type: 'SIGHTSEEING' } },
      { content: { name: 'C', lat: 46, lon: 9, type: 'SIGHT', web: 'chapel', phone: 'ring me' } },
    ]
    const routes = [{ content: { type: 'FLYING', name: 'D', waypoints: [{ lat: 46, lon: 9 }] } }]
    const { body } = await operator.post(
      path,
      onDemandRequest(operator.account.oid, { guidebook: { stages: [{ number: 1, routes, pois }] } }),
    )
    const stage = '/guidebook/stages/0'
    expect(places(body).toSorted()).toEqual(
      [
        ...['routes/0/content/type', 'routes/0/content/waypoints', 'pois/0/content/lat', 'pois/1/content/lon'],
        ...['pois/1/content/type', 'pois/2/content/web', 'pois/2/content/phone'],
      ]
        .map((rest) => `${stage}/${rest} invalid-field`)
        .toSorted(),
    )
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
