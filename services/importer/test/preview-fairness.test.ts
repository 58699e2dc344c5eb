import { randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { eventually, partnerIdentity } from '@guidebook/service-kit/test'
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
/** Of the most bytes that a preview takes. */
const hostile = Buffer.from(`${header}\n`.padEnd(15 * 1024 * 1024, 'é\n'), 'latin1')

const patiently = { timeoutMs: 60_000 }

it('a preview is answered while those of another account are in work, which gets no more of them', async () => {
  const [attacker, bystander] = [await anAccount(), await anAccount()]
  const answered: string[] = []
  const attacks = Promise.all(
    [1, 2].map(async () => {
      // Again when one of the small ones below has the slot.
      await eventually(() => preview(attacker, hostile), patiently)
      answered.push('attacker')
    }),
  )
  // Both are in work once a third is refused.
  const isRefused = async () => {
    const refusal = await preview(attacker, small).catch((error: unknown) => error)
    return (refusal as { code?: string }).code === 'rate-limited'
  }
  await eventually(isRefused, patiently)
  const { body } = await preview(bystander, small)
  answered.push('bystander')
  expect(body.rows).toHaveLength(1)
  await attacks
  expect(answered[0]).toBe('bystander')
  expect((await preview(attacker, small)).body.rows).toHaveLength(1)
}, 120_000)

it('a file of blank lines is refused with the reason', async () => {
  const account = await anAccount()
  const file = Buffer.concat([Buffer.from(header), Buffer.alloc(4 * 1024 * 1024, '\n')])
  await expect(preview(account, file)).rejects.toMatchObject({
    code: 'csv-unreadable',
    detail: 'The file has more than 2,000,000 rows, blank ones included. Split it into several files.',
  })
})

it('the names of a header with thousands of columns are cut short in the answer', async () => {
  const account = await anAccount()
  const names = Array.from({ length: 10_000 }, (_, column) => `c${column}`).join(';')
  await expect(preview(account, Buffer.from(`${names}\n1`))).rejects.toMatchObject({
    code: 'csv-column-missing',
    detail: expect.stringMatching(/c49, …\.$/),
  })
})
