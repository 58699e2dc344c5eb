import type { Answer } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { it, png } from './fixture.ts'
import type { Partner } from './partner.ts'

let owner: Partner
let otherPartner: Partner
const ids: Record<'route' | 'poi' | 'text', string> = { route: '', poi: '', text: '' }

it.beforeAll(async ({ shared }) => {
  owner = shared.newPartner()
  otherPartner = shared.newPartner()
  await owner.library()
  const imageBase64 = png
  ids.route = (await owner.route('R', { imageBase64 })).body.id
  ids.poi = (await owner.poi('P', { imageBase64 })).body.id
  ids.text = (await owner.text('T', { imageBase64 })).body.id
  await owner.guidebook('G', { stages: [{ number: 1, routes: [{ link: ids.route }] }] })
})

/** A refusal without what differs from request to request. */
const refusal = ({ status, body: { requestId: _, instance: __, ...rest } }: Answer) => ({ status, ...rest })

describe('another account', () => {
  const requests: Record<string, (me: Partner, id: string) => Promise<Answer>> = {
    'reading an item': (me, id) => me.get(`/content/geodata/${id}`),
    'reading it as GeoJSON': (me, id) => me.get(`/content/geodata/${id}.geojson`),
    'reading it as GPX': (me, id) => me.get(`/content/geodata/${id}.gpx`),
    'reading its image': (me, id) => me.get(`/content/geodata/${id}/image`),
    'deleting it': (me, id) => me.delete(`/content/geodata/${id}`),
    'changing its custom ID': (me, id) => me.patch(`/content/geodata/${id}/externalid`, { value: 'mine' }),
    'changing a route': (me, id) => me.put(`/content/geodata/route/${id}`, { account: me.account, remark: 'mine' }),
    'changing a POI': (me, id) => me.patch(`/content/geodata/poi/${id}`, { icon: 'hotel' }),
  }

  it.each(Object.entries(requests))('%s gets 404, as for an item that never existed', async (_, send) => {
    const nothing = refusal(await send(otherPartner, '01890a5d-ac96-774b-bcce-b302099a8057'))
    expect(nothing.status).toBe(404)
    for (const id of Object.values(ids)) expect(refusal(await send(otherPartner, id))).toEqual(nothing)
  })

  it('finds nothing by the custom IDs of the owner', async () => {
    const mine = { account: otherPartner.account, library: { customId: 'LIB' } }
    expect((await otherPartner.put('/content/geodata/poi', { ...mine, customId: 'P', lat: 1 })).status).toBe(404)
    expect((await otherPartner.put('/content/geodata/text', { ...mine, customId: 'T' })).status).toBe(404)
    expect((await otherPartner.put('/content/library/LIB', { account: mine.account, names: { en: 'x' } })).status).toBe(
      404,
    )
    const book = { account: mine.account, titles: { en: 'x' } }
    expect((await otherPartner.put('/content/guidebook/G', book)).status).toBe(404)
    expect((await otherPartner.get(`/content/guidebook/${otherPartner.account}/G`)).status).toBe(404)
    expect((await otherPartner.poi('P')).body.errors[0].code).toBe('library-not-found')
    expect((await otherPartner.get('/content/geodata?library=LIB')).body.items).toEqual([])
    expect((await otherPartner.get('/content/library')).body.items).toEqual([])
  })

  it('cannot add the owner’s items to a guidebook', async () => {
    const links = Object.values(ids).map((link) => ({ link }))
    const refused = await otherPartner.guidebook('MINE', {
      generalInfo: [...links, { libraryCustomId: 'LIB', customId: 'P' }],
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ code }: { code: string }) => code)).toEqual(Array(4).fill('reference-not-found'))
  })

  it('that names the owner is refused', async () => {
    const { account } = owner
    const named = { account, library: { customId: 'LIB' }, customId: 'X', names: { en: 'x' } }
    const answers = await Promise.all([
      otherPartner.post('/content/library', { account, customId: 'X', names: { en: 'x' } }),
      otherPartner.put('/content/library/LIB', { account, names: { en: 'x' } }),
      otherPartner.get(`/content/library?account=${account}`),
      otherPartner.get(`/content/geodata?account=${account}`),
      otherPartner.poi('X', { account }),
      otherPartner.route('X', { account }),
      otherPartner.text('X', { account }),
      otherPartner.put('/content/geodata/poi', named),
      otherPartner.put('/content/geodata/text', named),
      otherPartner.put(`/content/geodata/route/${ids.route}`, { account, remark: 'x' }),
      otherPartner.patch(`/content/geodata/poi/${ids.poi}`, { account, icon: 'hut' }),
      otherPartner.guidebook('X', { account }),
      otherPartner.put('/content/guidebook/G', { account, titles: { en: 'x' } }),
      otherPartner.get(`/content/guidebook/${account}/G`),
    ])
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [403, 'account-mismatch']))
  })

  it('leaves everything as it was', async () => {
    for (const id of Object.values(ids)) expect((await owner.get(`/content/geodata/${id}`)).body.version).toBe(1)
    expect((await owner.get(`/content/guidebook/${owner.account}/G`)).body.version).toBe(1)
  })
})
