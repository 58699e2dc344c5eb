import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'
import { addItem } from './neighbours.ts'
import { type OnDemandFields, onDemandRequest } from './partner.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

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
