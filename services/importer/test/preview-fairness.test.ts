import { randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { partnerIdentity } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'
import { booking, header, listOf } from './list.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const anAccount = async (): Promise<string> => {
  const id = randomUUID()
  await fixture.configure({}, id)
  return id
}
const preview = (account: string, body: Buffer) =>
  fixture.gateway.call(operations.previewImport, {
    body,
    identity: partnerIdentity({ id: account }),
    deadlineMs: 60_000,
  })
const small = Buffer.from(listOf(booking()))
/** A million rows: reading them takes many times as long as reading `small`. */
const hostile = Buffer.from(`${header}\n`.padEnd(2 * 1024 * 1024, 'é\n'), 'latin1')

it('a preview succeeds while previews of another account run or wait', async () => {
  const [attacker, bystander] = [await anAccount(), await anAccount()]
  const answered: string[] = []
  const attacks = Array.from({ length: 4 }, async () => {
    await preview(attacker, hostile)
    answered.push('attacker')
  })
  const { body } = await preview(bystander, small)
  answered.push('bystander')
  expect(body.rows).toHaveLength(1)
  await Promise.all(attacks)
  // Two of the others run beside it; it does not wait for those that wait.
  expect(answered.indexOf('bystander')).toBeLessThan(3)
}, 120_000)

it('the response shows only some names of a header with thousands of columns', async () => {
  const account = await anAccount()
  const names = Array.from({ length: 10_000 }, (_, column) => `c${column}`).join(';')
  await expect(preview(account, Buffer.from(`${names}\n1`))).rejects.toMatchObject({
    code: 'csv-column-missing',
    detail: expect.stringMatching(/c49, …\.$/),
  })
})
