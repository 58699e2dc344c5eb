import { operations } from '@guidebook/contracts'
import { describe, expect } from 'vitest'
import { type Fixture, it, png } from './fixture.ts'
import type { Partner } from './partner.ts'

let fixture: Fixture
let me: Partner
it.beforeAll(async ({ shared }) => {
  fixture = shared
  me = fixture.newPartner()
  await me.library()
})

const bytes = Buffer.from(png, 'base64')
/** Only its beginning is read. */
const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(200_000, 7)])

const gif = Buffer.from('GIF89a').toString('base64')
const pointersOf = ({ body }: { body: { errors: { pointer: string }[] } }) => body.errors.map(({ pointer }) => pointer)

const kinds = ['route', 'poi', 'text'] as const
/** Changes an item of the kind that was created with its kind as custom ID. */
const change = (kind: (typeof kinds)[number], id: string, fields: object) => {
  const { account } = me
  if (kind === 'route') return me.put(`/content/geodata/route/${id}`, { account, ...fields })
  return me.put(`/content/geodata/${kind}`, { account, library: { customId: 'LIB' }, customId: kind, ...fields })
}

describe.each(kinds)('the image of a %s', (kind) => {
  it('is kept, addressed by its content, until another one or null is sent, and the builder gets it', async () => {
    const { status, body: created } = await me[kind](kind, { imageBase64: png })
    expect([status, created.image]).toEqual([201, { mediaType: 'image/png', bytes: bytes.length }])
    const { id } = created
    const image = await me.get(`/content/geodata/${id}/image`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(image.headers.get('content-length')).toBe(String(bytes.length))

    expect((await change(kind, id, { imageBase64: png })).body.version).toBe(1)
    const renamed = (await change(kind, id, { names: { en: 'Other' } })).body
    expect([renamed.image, renamed.version]).toEqual([created.image, 2])
    // Large: the handler gets bytes, not text.
    const replaced = (await change(kind, id, { imageBase64: jpeg.toString('base64') })).body
    expect([replaced.image, replaced.version]).toEqual([{ mediaType: 'image/jpeg', bytes: jpeg.length }, 3])
    const { body } = await fixture
      .clientOf('builder')
      .call(operations.readItemContents, { body: { account: me.account, ids: [id] } })
    const key = body.items[0]?.image?.key ?? ''
    expect(key).toMatch(new RegExp(`^geodata-images/${me.account}/[0-9a-f]{64}\\.jpg$`))
    expect(await fixture.objectStore.read(key)).toEqual(jpeg)

    const without = await change(kind, id, { imageBase64: null })
    expect([without.status, without.body.image, without.body.version]).toEqual([200, null, 4])
    expect((await me.get(`/content/geodata/${id}/image`)).status).toBe(404)
    expect((await me.get(`/content/geodata/${id}`)).body.image).toBe(null)
  })

  it('must be a PNG or JPEG by its content', async () => {
    const { body } = await me[kind](`${kind}-2`)
    for (const refused of [
      await me[kind](`${kind}-3`, { imageBase64: gif }),
      await change(kind, body.id, { imageBase64: gif }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([422, 'image-not-supported'])
      expect(refused.body.errors).toMatchObject([{ pointer: '/imageBase64', code: 'image-not-supported' }])
    }
    expect(body.image).toBe(null)
  })

  it('is refused together with an unknown library, and does not hide that there is no such item', async () => {
    const created = await me[kind](`${kind}-4`, { imageBase64: gif, library: { customId: 'NONE' } })
    expect([created.status, pointersOf(created)]).toEqual([422, ['/imageBase64', '/library/customId']])
    const changed = await change(kind, crypto.randomUUID(), { customId: 'NONE', imageBase64: gif })
    expect([changed.status, pointersOf(changed)]).toEqual([404, kind === 'route' ? [] : ['/customId']])
  })
})

it('a change of a route is refused with the faults of its image and of its library', async () => {
  const { body } = await me.route('moved')
  const refused = await change('route', body.id, { imageBase64: gif, library: { customId: 'NONE' } })
  expect([refused.status, pointersOf(refused)]).toEqual([422, ['/imageBase64', '/library/customId']])
})

it('a repeated change with an image returns the stored response, also when the POI has been deleted', async () => {
  const { body } = await me.poi('repeated')
  const path = `/content/geodata/poi/${body.id}`
  const patch = () => me.patch(path, { imageBase64: png }, { 'idempotency-key': 'repeated' })
  const first = await patch()
  expect((await me.delete(`/content/geodata/${body.id}`)).status).toBe(204)
  const again = await patch()
  expect([again.status, again.body]).toEqual([200, first.body])
})

it('a POI is patched with an image of at most 5 MB', async () => {
  const { body } = await me.poi('patched')
  const patch = (imageBase64: string | null) => me.patch(`/content/geodata/poi/${body.id}`, { imageBase64 })
  const refused = await patch(Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64'))
  expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'image-too-large'])
  expect((await patch(png)).body.image).toEqual({ mediaType: 'image/png', bytes: bytes.length })
  expect((await patch(null)).body).toMatchObject({ image: null, version: 3 })
})
