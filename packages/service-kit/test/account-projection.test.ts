import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountProjections } from '../src/account-projection/account-projection.ts'
import { type Database, openDatabase } from '../src/database/index.ts'
import { ServiceError } from '../src/errors/index.ts'
import { type TestDatabase, testAccount, testDatabase } from '../src/test/index.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await testDatabase('geodata', new URL('./migrations/', import.meta.url))
  database = openDatabase({ url: own.url, schema: own.schema, service: 'geodata' })
})
afterAll(async () => {
  await database.component.stop?.()
  await own.drop()
})

/** A gateway with one account. */
const accountsOf = (account: ReturnType<typeof testAccount>) =>
  createAccountProjections(database, {
    call: async () => ({ status: 200, body: { account } }),
  } as never)

test('concurrent first lookups of an account all find it', async () => {
  for (let round = 0; round < 10; round++) {
    const account = testAccount()
    const accounts = accountsOf(account)
    const looks = Array.from({ length: 20 }, (_, look) =>
      look % 2 === 0 ? accounts.find(account.id) : accounts.findByOid(account.oid),
    )
    for (const found of await Promise.all(looks)) expect(found?.id).toBe(account.id)
  }
})

test('concurrent lookups each return their own account, and only unknown ones are requested from the gateway', async () => {
  const known = Array.from({ length: 20 }, () => testAccount())
  const unknown = testAccount()
  const asked: string[] = []
  const accounts = createAccountProjections(database, {
    call: async (_: unknown, { params }: { params: { account_id: string } }) => {
      asked.push(params.account_id)
      return { status: 200, body: { account: null } }
    },
  } as never)
  for (const account of known) await accounts.remember(database.knex, account)
  const wanted = [...known, unknown, ...known]
  const found = await Promise.all(wanted.map(({ id }) => accounts.find(id)))
  expect(found.map((account) => account?.id ?? null)).toEqual(wanted.map(({ id }) => (id === unknown.id ? null : id)))
  expect(asked).toEqual([unknown.id])
})

test('an older version never replaces a newer one', async () => {
  const account = testAccount()
  const accounts = accountsOf(account)
  await accounts.remember(database.knex, { ...account, version: 3, name: 'Newer' })
  await accounts.remember(database.knex, { ...account, version: 2, name: 'Older' })
  expect((await accounts.find(account.id))?.name).toBe('Newer')
})

test('accounts are connected when the gateway says so, or the copy while the gateway is unavailable', async () => {
  const [account, partner] = [testAccount(), testAccount()]
  const connected = { ...account, connections: [partner.id], version: account.version + 1 }
  const removed = { ...account, version: account.version + 2 }
  const unavailable = new ServiceError('part-unavailable')
  const answers = [account, connected, unavailable, removed, unavailable]
  const accounts = createAccountProjections(database, {
    call: async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return { status: 200, body: { account: answer } }
    },
  } as never)
  const areConnected = () => accounts.areConnected(account.id, partner.id)
  expect(await areConnected()).toBe(false)
  expect(await areConnected()).toBe(true)
  expect(await areConnected()).toBe(true)
  expect(await areConnected()).toBe(false)
  await expect(areConnected()).rejects.toBe(unavailable)
})
