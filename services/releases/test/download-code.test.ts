import { expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { onDemandRequest, releaseRequest } from './partner.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

it('of twenty concurrent requests for one code exactly one succeeds', async () => {
  const operator = fixture.newPartner()
  const requests = Array.from({ length: 20 }, () => releaseRequest(operator.account.id, { downloadCode: 42 }))
  const answers = await Promise.all(requests.map((request) => operator.post('/content/release', request)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(19)
  for (const { body } of refused) {
    expect(body.errors).toEqual([
      {
        pointer: '/downloadCode',
        code: 'download-code-taken',
        message: 'Another release of the account has this code.',
      },
    ])
  }
  const list = await operator.get(`/content/release/${operator.account.id}`)
  expect(list.body.items).toHaveLength(1)
})

it('a code identifies one release within an account, whether as operator or as seller', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const other = fixture.newPartner()
  await operator.release({ downloadCode: 7, resellerOid: seller.account.oid, sellerDownloadCode: 8 })

  const as = (fields: Record<string, unknown>) =>
    operator.post('/content/release', releaseRequest(operator.account.id, fields))
  const taken = await as({ downloadCode: 9, resellerOid: seller.account.oid, sellerDownloadCode: 8 })
  expect([taken.status, taken.body.errors[0].pointer]).toEqual([409, '/sellerDownloadCode'])
  const both = await as({ downloadCode: 7, resellerOid: seller.account.oid, sellerDownloadCode: 8 })
  expect(both.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/downloadCode',
    '/sellerDownloadCode',
  ])

  const sellers = await seller.post('/content/release', releaseRequest(seller.account.id, { downloadCode: 8 }))
  expect(sellers.status).toBe(409)
  expect(await seller.release({ downloadCode: 7 })).toMatchObject({ downloadCode: 7 })
  expect(await operator.release({ downloadCode: 8 })).toMatchObject({ downloadCode: 8 })
  expect(await other.release({ downloadCode: 7 })).toMatchObject({ downloadCode: 7 })
})

it('a refused request reserves no code', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  await operator.release({ downloadCode: 1 })
  const request = releaseRequest(operator.account.id, {
    downloadCode: 1,
    resellerOid: seller.account.oid,
    sellerDownloadCode: 2,
  })
  expect((await operator.post('/content/release', request)).status).toBe(409)
  expect(await operator.release({ resellerOid: seller.account.oid, sellerDownloadCode: 2 })).toMatchObject({
    sellerDownloadCode: 2,
  })
})

it('operators who concurrently use each other’s codes all get a response', async () => {
  const one = fixture.newPartner()
  const two = fixture.newSeller(one)
  const pairs = Array.from({ length: 8 }, (_, i) => [
    one.post(
      '/content/release',
      releaseRequest(one.account.id, {
        downloadCode: 500 + i,
        resellerOid: two.account.oid,
        sellerDownloadCode: 600 + i,
      }),
    ),
    two.post(
      '/content/release',
      releaseRequest(two.account.id, {
        downloadCode: 600 + i,
        resellerOid: one.account.oid,
        sellerDownloadCode: 500 + i,
      }),
    ),
  ])
  for (const pair of pairs) {
    const statuses = (await Promise.all(pair)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409])
  }
})

it('a generated code is not one that is taken', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const releases = await Promise.all(
    Array.from({ length: 10 }, () => operator.release({ resellerOid: seller.account.oid })),
  )
  expect(new Set(releases.map(({ sellerDownloadCode }) => sellerDownloadCode)).size).toBe(10)
})

it('on-demand and other releases share their codes', async () => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  const request = onDemandRequest(operator.account.oid, { metadata: { operatorCode: release.downloadCode } })
  const { status, body } = await operator.post('/content/release/ondemand', request)
  expect([status, body.code, body.errors[0].pointer]).toEqual([409, 'download-code-taken', '/metadata/operatorCode'])
})

it('codes are whole numbers from 1 to 2^53-1', async () => {
  const operator = fixture.newPartner()
  expect(await operator.release({ downloadCode: Number.MAX_SAFE_INTEGER })).toMatchObject({
    downloadCode: Number.MAX_SAFE_INTEGER,
  })
  for (const downloadCode of [0, -1, 1.5, 2 ** 53, '5', null]) {
    const { status } = await operator.post('/content/release', releaseRequest(operator.account.id, { downloadCode }))
    expect(status).toBe(422)
  }
})

it('revoking frees the codes, and the link stays revoked', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const fields = { downloadCode: 3, resellerOid: seller.account.oid, sellerDownloadCode: 4 }
  const release = await operator.release(fields)
  expect((await operator.delete(operator.path(release))).status).toBe(204)
  expect((await operator.get(operator.path(release))).status).toBe(404)
  expect((await operator.delete(operator.path(release))).status).toBe(404)
  expect((await fixture.visit(`/t/${release.link}`)).status).toBe(410)
  const again = await operator.release(fields)
  expect(again.link).not.toBe(release.link)
})
