import { randomUUID } from 'node:crypto'
import type { MessageData } from '@guidebook/contracts'
import { copyRows, eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { pageSize } from '../src/builds/rebuild-pages.ts'
import { type Fixture, it } from './fixture.ts'
import { addGuidebook } from './neighbours.ts'

let fixture: Fixture
let asked: { data: MessageData<'release.build-requested.v1'> }[]
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set('2026-07-10T12:00:00Z')
  asked = await fixture.bus.hear('builder', 'release.build-requested.v1')
})

describe('a changed guidebook', () => {
  const buildsOf = (ids: number[]) =>
    asked.filter(({ data }) => ids.includes(data.release) && data.generation > 1).map(({ data }) => data.release)

  it('is built again for its live plain and customized releases, once for each version', async () => {
    const operator = fixture.newPartner()
    const account = operator.account.id
    const { id: guidebook } = addGuidebook(fixture.neighbours, account, 'GB-9')
    const on = { guidebookExternalId: 'GB-9', arrivaldate: undefined, departuredate: undefined }
    const live = [
      await operator.release(on),
      await operator.release({ ...on, startdate: '2026-08-01' }),
      await operator.release({ ...on, text: [{ externalId: 'T', libraryExternalId: 'L' }] }),
    ]
    const others = [
      await operator.release({ ...on, startdate: '2026-07-01', enddate: '2026-07-09' }),
      await operator.release(),
      await operator.onDemand(),
    ]
    const revoked = await operator.release({ ...on, startdate: '2026-08-01' })
    await operator.delete(operator.path(revoked))

    const all = [...live, ...others, revoked].map(({ id }) => id)
    const tell = (version: number) => fixture.bus.send('guidebook.changed.v1', { account, guidebook, version })
    await tell(4)
    await eventually(() => buildsOf(all).length >= 3)
    await tell(4)
    await tell(2)
    await tell(5)
    await eventually(() => buildsOf(all).length >= 6)
    const twice = [...live, ...live].map(({ id }) => id)
    expect(buildsOf(all).toSorted()).toEqual(twice.toSorted())
    const { body } = await operator.get(operator.path(live[0] ?? { link: '' }, '/audit'))
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      'content.changed',
      'content.changed',
      'release.created',
    ])
  })

  it('with more releases than a page holds is built again for all of them', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const account = operator.account.id
    await copyRows(fixture.database, 'releases', { id: release.id }, pageSize, {
      id: '1000000 + n',
      key: 'gen_random_uuid()',
      link: "'copy' || n",
    })
    const guidebook = release.guidebookInternalId ?? ''
    await fixture.bus.send('guidebook.changed.v1', { account, guidebook, version: 9 })
    await eventually(
      () => asked.filter(({ data }) => data.account === account && data.generation === 2).length === pageSize + 1,
    )
  })

  it('of an unknown account or in an invalid message does not delay others', async () => {
    const unknown = { account: randomUUID(), guidebook: 'x', version: 1 }
    await fixture.bus.send('guidebook.changed.v1', unknown)
    await fixture.bus.sendRaw('guidebook.changed.v1', Buffer.from('nonsense'))
    await fixture.bus.deadLetters('releases', 'guidebook.changed.v1', 1)
  })
})

describe('a changed account', () => {
  it('shows on its releases, and a late older state does not', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const tell = (version: number, name: string, id: string = randomUUID()) =>
      fixture.bus.send('account.changed.v1', { ...operator.account, version, name }, { id })
    const nameIs = async (name: string) => {
      const { body } = await operator.get(operator.path(release))
      return body.provider.name === name
    }
    const { headers } = await operator.get(operator.path(release))
    await tell(5, 'Newer')
    await eventually(() => nameIs('Newer'))
    const id = await tell(4, 'Older')
    await tell(4, 'Older', id)
    await tell(6, 'Newest')
    await eventually(() => nameIs('Newest'))
    expect((await operator.get(operator.path(release))).headers.get('etag')).not.toBe(headers.get('etag'))
  })

  it('is requested from the gateway when this service does not have it', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const release = await operator.release({ resellerOid: seller.account.oid })
    const ids = [operator.account.id, seller.account.id]
    const forget = () => fixture.database.knex('account_projections').whereIn('id', ids).delete()
    for (const ask of [
      () => operator.get(operator.path(release)),
      () => operator.patch(operator.path(release, '/devices/7')),
      () => operator.get(operator.path(release, '/build')),
      () => seller.get(seller.path(release)),
      () => fixture.visit(`/t/${release.link}`),
    ]) {
      await forget()
      expect((await ask()).status).toBe(200)
    }
  })

  it('in an invalid message is dead-lettered', async () => {
    await fixture.bus.sendRaw('account.changed.v1', Buffer.from('{}'))
    await fixture.bus.deadLetters('releases', 'account.changed.v1', 1)
  })
})
