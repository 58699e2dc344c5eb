import { describe, expect } from 'vitest'
import { it } from './fixture.ts'
import type { Partner } from './partner.ts'

let me: Partner
it.beforeAll(async ({ shared }) => {
  me = shared.newPartner()
  await me.library()
})

const named = (customId: string) => ({ account: me.account, library: { customId: 'LIB' }, customId })

describe('a point of interest', () => {
  const fields = {
    names: { en: 'Mountain hut', de: 'Berghütte' },
    descriptions: { en: 'Open from June to October.' },
    lat: 46.83412,
    lng: 9.29731,
    icon: 'hut',
    category: { names: { en: 'Huts' } },
    attributes: { web: 'https://hut.example', phone: '+41 81 000 00 00', opening: 'June' },
    tags: [{ names: { en: 'overnight' } }],
  }

  it('is stored as sent, with its attributes in their order', async () => {
    const created = await me.poi('hut', fields)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ ...fields, kind: 'poi', version: 1 })
    const read = await me.get(`/content/geodata/${created.body.id}`)
    expect(read.body).toEqual(created.body)
    expect(Object.keys(read.body.attributes)).toEqual(['web', 'phone', 'opening'])
  })

  it('that does not exist is 404 on update, so that a synchronisation creates it', async () => {
    const missing = await me.put('/content/geodata/poi', { ...named('nightly'), names: { en: 'x' } })
    expect([missing.status, missing.body.code]).toEqual([404, 'not-found'])
    expect((await me.poi('nightly')).status).toBe(201)
    const updated = await me.put('/content/geodata/poi', { ...named('nightly'), names: { en: 'Found' } })
    expect([updated.status, updated.body.names]).toEqual([200, { en: 'Found' }])
    const elsewhere = { ...named('nightly'), library: { customId: 'NONE' }, names: { en: 'x' } }
    expect((await me.put('/content/geodata/poi', elsewhere)).status).toBe(404)
  })

  it('keeps category and tags on update, and gets new ones by PATCH', async () => {
    const { body } = await me.poi('tagged', fields)
    const sent = { ...named('tagged'), lat: 46.9, category: { names: { en: 'Other' } }, tags: [] }
    const updated = await me.put('/content/geodata/poi', sent)
    expect(updated.body).toMatchObject({ lat: 46.9, category: fields.category, tags: fields.tags })
    const patched = await me.patch(`/content/geodata/poi/${body.id}`, { category: null, tags: [], icon: 'hotel' })
    expect(patched.body).toMatchObject({ category: null, tags: [], icon: 'hotel', lat: 46.9, version: 3 })
  })

  it('that is sent unchanged keeps its version', async () => {
    const { body } = await me.poi('steady', fields)
    const { body: after } = await me.put('/content/geodata/poi', { ...named('steady'), ...fields })
    expect(after).toEqual(body)
  })

  it('is refused with its faults', async () => {
    const refused = await me.poi('bad', {
      lat: 'north',
      icon: 'castles',
      attributes: { phone: 'call me', web: 'javascript:alert(1)', other: 5 },
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/attributes/other',
      '/attributes/phone',
      '/attributes/web',
      '/icon',
      '/lat',
    ])
  })

  it('is refused with a long image among its attributes, which are texts, and nothing is stored', async () => {
    const { body: poi } = await me.poi('image-apart')
    const attributes = { imageBase64: 'A'.repeat(80_000) }
    const refusals = [
      await me.poi('image-among-attributes', { attributes }),
      await me.put('/content/geodata/poi', { ...named('image-apart'), attributes }),
      await me.patch(`/content/geodata/poi/${poi.id}`, { attributes }),
    ]
    for (const { status, body } of refusals) {
      expect([status, body.errors]).toMatchObject([422, [{ pointer: '/attributes/imageBase64', rule: 'max-length' }]])
    }
    expect((await me.get('/content/geodata?customId=image-among-attributes')).body.items).toEqual([])
    const list = await me.get('/content/geodata?customId=image-apart')
    expect([list.status, list.body.items]).toEqual([200, [poi]])
  })

  it('accepts every icon of the specification', async () => {
    expect((await me.poi('vespa', { icon: 'vespa' })).status).toBe(201)
    expect((await me.poi('parking', { icon: 'parking' })).status).toBe(201)
  })
})

describe('a text page', () => {
  it('is created and updated by its custom ID, and keeps its HTML as sent', async () => {
    const html = '<p>By <b>train</b><script>alert("x")</script></p>'
    const created = await me.text('arrival', { descriptions: { en: html } })
    expect([created.status, created.body.descriptions]).toEqual([201, { en: html }])
    const updated = await me.put('/content/geodata/text', { ...named('arrival'), names: { en: 'Getting there' } })
    expect(updated.body).toMatchObject({ names: { en: 'Getting there' }, descriptions: { en: html }, version: 2 })
    expect((await me.put('/content/geodata/text', { ...named('none'), names: { en: 'x' } })).status).toBe(404)
  })

  it('is not found by the custom ID of a POI', async () => {
    await me.poi('a-poi')
    expect((await me.put('/content/geodata/text', { ...named('a-poi'), names: { en: 'x' } })).status).toBe(404)
  })
})
