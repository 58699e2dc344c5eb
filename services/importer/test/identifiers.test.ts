import { randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { partnerIdentity, supportIdentity } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const identity = () => partnerIdentity({ id: fixture.account })
const support = supportIdentity()
const notFound = { code: 'not-found' }

it('a malformed identifier returns 404', async () => {
  const params = { run: 'nonsense' }
  await expect(fixture.gateway.call(operations.readImport, { params, identity: identity() })).rejects.toMatchObject(
    notFound,
  )
  await expect(fixture.gateway.call(operations.releaseImport, { params, identity: support })).rejects.toMatchObject(
    notFound,
  )
})

it('a forged cursor is refused', async () => {
  const fault = { code: 'invalid-field', faults: [{ pointer: '/cursor' }] }
  const query = (key: unknown[]) => ({ cursor: Buffer.from(JSON.stringify(key)).toString('base64url') })
  await expect(
    fixture.gateway.call(operations.listImports, { query: query(['x']), identity: identity() }),
  ).rejects.toMatchObject(fault)
  const ofRows = { params: { run: randomUUID() }, query: query([3_000_000_000]), identity: identity() }
  await expect(fixture.gateway.call(operations.readImport, ofRows)).rejects.toMatchObject(fault)
})

it('a configuration is read as it was set, and is not found before', async () => {
  const read = async () => {
    const params = { account_id: fixture.account }
    return (await fixture.gateway.call(operations.readAccountImport, { params, identity: support })).body
  }
  await expect(read()).rejects.toMatchObject(notFound)
  await fixture.configure()
  expect(await read()).toMatchObject({ onExistingCode: 'report', senders: [expect.stringContaining('@')] })
})
