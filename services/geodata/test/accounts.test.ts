import { randomUUID } from 'node:crypto'
import { storedAccount } from '@guidebook/service-kit'
import { eventually, testAccount } from '@guidebook/service-kit/test'
import { expect } from 'vitest'
import { type Fixture, it } from './fixture.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
})

const languageOf = async (id: string) => (await storedAccount(fixture.database.knex, id))?.defaultLang

it("an account is stored from the gateway's messages; the newest version counts, and a repeated message changes nothing", async () => {
  const id = randomUUID()
  const message = await fixture.bus.send('account.changed.v1', testAccount({ id, version: 2, defaultLang: 'fr' }))
  await eventually(async () => (await languageOf(id)) === 'fr')
  await fixture.bus.send('account.changed.v1', testAccount({ id, version: 1, defaultLang: 'de' }))
  await fixture.bus.send('account.changed.v1', testAccount({ id, version: 9, defaultLang: 'it' }), { id: message })
  const last = randomUUID()
  await fixture.bus.send('account.changed.v1', testAccount({ id: last, version: 1, defaultLang: 'es' }))
  await eventually(async () => (await languageOf(last)) === 'es')
  const { rows } = await fixture.database.knex.raw('SELECT count(*)::int AS handled FROM inbox WHERE message_id = ?', [
    message,
  ])
  expect(rows[0].handled).toBe(1)
  expect(await languageOf(id)).toBe('fr')
})

it('an unreadable message becomes a dead letter', async () => {
  await fixture.bus.sendRaw('account.changed.v1', Buffer.from('{"specversion":'))
  await fixture.bus.deadLetters('geodata', 'account.changed.v1', 1)
})
