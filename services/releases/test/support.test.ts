import type { ReleaseRecord } from '@guidebook/contracts'
import { eventually, supportIdentity } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it as test } from './fixture.ts'
import type { Partner } from './partner.ts'
import { aBuild, publish } from './published.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

const find = async (query: Record<string, string | number>) => {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return await fixture.asService('gateway', supportIdentity()).get(`/admin/releases?${search}`)
}
const linksOf = ({ body }: Awaited<ReturnType<typeof find>>) =>
  body.releases.map(({ record }: { record: { link: string } }) => record.link)

const buildIs = (partner: Partner, release: ReleaseRecord, state: string) =>
  eventually(async () => (await partner.get(partner.path(release, '/build'))).body.state === state)

describe('support can rebuild a release', () => {
  const build = ({ link, provider }: ReleaseRecord) =>
    fixture.asService('gateway', supportIdentity()).post(`/admin/releases/${provider.id}/${link}/build`)

  test('whose build failed permanently', async () => {
    const asked = await fixture.bus.hear('builder', 'release.build-requested.v1')
    const partner = fixture.newPartner()
    const release = await partner.release()
    await fixture.bus.send('build.failed.v1', {
      ...aBuild(release),
      code: 'internal-error',
      message: 'The renderer stopped.',
      willRetry: false,
      steps: [],
    })
    await buildIs(partner, release, 'failed')
    expect(await build(release)).toMatchObject({ status: 202, body: { state: 'waiting', generation: 2 } })
    await eventually(() => asked.find(({ data }) => data.release === release.id && data.generation === 2))
    const { body } = await find({ name: release.link, audit: 1 })
    expect(body.releases[0].audit).toMatchObject([{ action: 'build.requested', actor: 'support' }])
    await publish(fixture, release, { generation: 2 })
    await buildIs(partner, release, 'completed')
  })

  test('also with an Idempotency-Key, which is ignored', async () => {
    const { link, provider } = await fixture.newPartner().release()
    const send = fixture.asService('gateway', supportIdentity()).post
    const headers = { 'idempotency-key': 'k-1' }
    expect((await send(`/admin/releases/${provider.id}/${link}/build`, undefined, headers)).status).toBe(202)
  })

  test('but not a revoked one', async () => {
    const partner = fixture.newPartner()
    const release = await partner.release()
    await partner.delete(partner.path(release))
    expect((await build(release)).status).toBe(404)
  })
})

describe('support finds a release', () => {
  test('by its link, its code and its number, with its build, its published documents and its log', async () => {
    const partner = fixture.newPartner()
    const release = await partner.release()
    const { status, body } = await find({ name: release.link })
    expect(status).toBe(200)
    expect(body.releases).toEqual([
      {
        kind: 'plain',
        record: release,
        revokedAt: null,
        build: expect.objectContaining({ state: 'waiting', generation: 1 }),
        published: null,
        audit: [expect.objectContaining({ action: 'release.created', severity: 'info' })],
      },
    ])
    expect(linksOf(await find({ name: release.downloadCode }))).toEqual([release.link])
    expect(linksOf(await find({ name: release.id }))).toContain(release.link)
  })

  test('of all accounts with the code, or of one of them', async () => {
    const [first, second] = [fixture.newPartner(), fixture.newPartner()]
    const downloadCode = 7_000_000_001
    const older = await first.release({ downloadCode })
    const newer = await second.release({ downloadCode })
    expect(linksOf(await find({ name: downloadCode })).toSorted()).toEqual([older.link, newer.link].toSorted())
    expect(linksOf(await find({ name: downloadCode, account: first.account.id }))).toEqual([older.link])
    expect(linksOf(await find({ name: downloadCode, account: 'nobody' }))).toEqual([])
  })

  test('by the code of its seller', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const release = await operator.release({ resellerOid: seller.account.oid, sellerDownloadCode: 7_000_000_002 })
    expect(linksOf(await find({ name: 7_000_000_002 }))).toEqual([release.link])
    expect(linksOf(await find({ name: release.link, account: seller.account.id }))).toEqual([release.link])
  })

  test('that was revoked, by its link, with only the requested part of its log', async () => {
    const partner = fixture.newPartner()
    const release = await partner.release()
    expect((await partner.delete(partner.path(release))).status).toBe(204)
    expect(linksOf(await find({ name: release.downloadCode }))).toEqual([])
    const { body } = await find({ name: release.link, audit: 1 })
    expect(body.releases).toHaveLength(1)
    expect(body.releases[0]).toMatchObject({ revokedAt: '2026-06-01T12:00:00.000Z' })
    expect(body.releases[0].audit).toHaveLength(1)
  })

  test('but not by an unknown name', async () => {
    for (const name of ['nothing', '0', '-1', '99999999999999999999', "' OR true --"])
      expect(linksOf(await find({ name }))).toEqual([])
  })

  test('but other services and partners cannot', async () => {
    expect((await fixture.asService('builder', supportIdentity()).get('/admin/releases?name=1')).status).toBe(403)
    expect((await fixture.newPartner().get('/admin/releases?name=1')).status).toBe(403)
  })
})
