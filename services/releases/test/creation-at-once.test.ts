import { randomUUID } from 'node:crypto'
import { eventually } from '@guidebook/service-kit/test'
import { expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { addGuidebook } from './neighbours.ts'
import { type Partner, releaseRequest } from './partner.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

const create = (partner: Partner, fields: Record<string, unknown>, key: string = randomUUID()) =>
  partner.post('/content/release', releaseRequest(partner.account.id, fields), { 'idempotency-key': key })

const codesOf = async (partner: Partner) => {
  const { body } = await partner.get(`/content/release/${partner.account.id}?limit=200`)
  return body.items.map(({ downloadCode }: { downloadCode: number }) => downloadCode).toSorted()
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

it('each of fifty different concurrent requests gets the same response as alone', async () => {
  const [operator, other] = [fixture.newPartner(), fixture.newPartner()]
  const asked = await fixture.bus.hear('builder', 'release.build-requested.v1')
  await operator.release({ downloadCode: 100 })
  const all = <T>(numbers: number[], ask: (number: number) => Promise<T>) => Promise.all(numbers.map(ask))

  const [good, taken, foreign, repeated, reused, rivals] = await Promise.all([
    all(range(200, 14), (code) => create(operator, { downloadCode: code })),
    all(range(0, 8), () => create(operator, { downloadCode: 100 })),
    all(range(200, 8), (code) => create(other, { downloadCode: code })),
    all(range(300, 5), (code) =>
      Promise.all(range(0, 2).map(() => create(operator, { downloadCode: code }, `key-${code}`))),
    ),
    all([400, 402], (code) =>
      Promise.all(range(code, 2).map((one) => create(operator, { downloadCode: one }, `key-${code}`))),
    ),
    all([500, 501, 502], (code) => Promise.all(range(0, 2).map(() => create(operator, { downloadCode: code })))),
  ])

  expect(new Set([...good, ...foreign].map(({ status }) => status))).toEqual(new Set([201]))
  expect(good.map(({ body }) => body.downloadCode)).toEqual(range(200, 14))
  expect(taken.map(({ status, body }) => [status, body.code])).toEqual(taken.map(() => [409, 'download-code-taken']))
  for (const pair of repeated) {
    const [one, two] = pair
    expect([one?.status, two?.status]).toEqual([201, 201])
    expect(two?.text).toBe(one?.text)
    expect(pair.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(1)
  }
  for (const pair of reused) {
    expect(pair.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([201, 'idempotency-key-reused'])
  }
  for (const pair of rivals) {
    expect(pair.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([201, 'download-code-taken'])
  }

  const keptCodes = reused.flat().flatMap(({ status, body }) => (status === 201 ? [body.downloadCode] : []))
  const expected = [100, ...range(200, 14), ...range(300, 5), ...keptCodes, 500, 501, 502].toSorted()
  expect(await codesOf(operator)).toEqual(expected)
  expect(await codesOf(other)).toEqual(range(200, 8))

  const { account } = operator
  const count = async (table: string, column = 'account') =>
    (await fixture.database.knex(table).where(column, account.id)).length
  const made = expected.length
  expect([
    await count('release_links'),
    await count('download_codes', 'operator'),
    await count('audit_entries'),
    await count('idempotency_keys'),
  ]).toEqual([made, made, made, made - 1])
  const builds = await eventually(() => {
    const ofOperator = asked.filter(({ data }) => data.account === account.id)
    return ofOperator.length >= made ? ofOperator : undefined
  })
  expect(new Set(builds.map(({ data }) => data.release)).size).toBe(made)
})

it('a request that the database refuses does not fail the others', async () => {
  const operator = fixture.newPartner()
  // PostgreSQL cannot store this character.
  addGuidebook(fixture.neighbours, operator.account.id, 'BAD', { en: 'Over\u0000the passes' })
  const answers = await Promise.all(
    range(1, 20).map((code) =>
      create(operator, { downloadCode: code, guidebookExternalId: code === 9 ? 'BAD' : 'GB-1' }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(range(1, 20).map((code) => (code === 9 ? 500 : 201)))
  expect(await codesOf(operator)).toEqual(
    range(1, 20)
      .filter((code) => code !== 9)
      .toSorted(),
  )
})

it('a repeat gets the first response, even when the release was revoked and its code is free', async () => {
  const operator = fixture.newPartner()
  const first = await create(operator, { downloadCode: 1 }, 'key')
  await operator.delete(operator.path(first.body))
  const again = await create(operator, { downloadCode: 1 }, 'key')
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([201, first.text, first.headers.get('etag')])
  expect(again.headers.get('location')).toBe(first.headers.get('location'))
  expect(await codesOf(operator)).toEqual([])
})

it('a key older than 24 hours counts as unused', async () => {
  const operator = fixture.newPartner()
  await create(operator, { downloadCode: 1 }, 'key')
  const old = { created_at: fixture.database.knex.raw("created_at - interval '24 hours 1 second'") }
  await fixture.database.knex('idempotency_keys').where({ account: operator.account.id }).update(old)
  const [answer] = await Promise.all([
    create(operator, { downloadCode: 2 }, 'key'),
    ...range(10, 10).map((code) => create(operator, { downloadCode: code })),
  ])
  expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, null])
  expect(await codesOf(operator)).toEqual([1, 2, ...range(10, 10)].toSorted())
})

it('the same key for a release with and one without a seller creates only one of them', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  for (const key of range(1, 10)) {
    const answers = await Promise.all([
      create(operator, { downloadCode: key }, `key-${key}`),
      create(operator, { downloadCode: key + 100, resellerOid: seller.account.oid }, `key-${key}`),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.find(({ status }) => status !== 201)
    expect(['idempotency-key-reused', 'request-in-progress']).toContain(refused?.body.code)
  }
  expect(await codesOf(operator)).toHaveLength(10)
})
