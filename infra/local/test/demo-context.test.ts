import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CommandError } from '@guidebook/cli/admin'
import { operations } from '@guidebook/contracts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createContext, type DemoContext } from '../src/demo/context.ts'
import { montBlanc } from '../src/demo/data/mont-blanc.ts'
import { createAccount } from '../src/demo/steps/accounts.ts'
import type { Description } from '../src/state/description.ts'

test('a call of support is repeated while a part of the system is unavailable, with the same idempotency key', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  const received: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    received.push(request.headers)
    const status = received.length % 3 === 0 ? 200 : 503
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"id":"1"}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    random.mockRestore()
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const adminUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { support } = createContext({ adminUrl, adminToken: 'token' } as Description, montBlanc, () => undefined)
  const params = { account_id: '01890a5d-ac96-774b-bcce-b302099a8057' }
  expect(await support(operations.createKeyForAccount, { params })).toEqual({ id: '1' })
  expect(await support(operations.enableAccountWebhook, { params, body: {} })).toEqual({ id: '1' })
  const keys = received.map((headers) => headers['idempotency-key'])
  expect(keys).toEqual([keys[0], keys[0], keys[0], undefined, undefined, undefined])
  expect(keys[0]).toEqual(expect.any(String))
})

test('a request to stop ends a step that waits, and no other step begins', async () => {
  const stopping = new AbortController()
  const report = vi.fn()
  const { step, waitUntil } = createContext({} as Description, montBlanc, report, stopping.signal)
  const look = vi.fn(async () => stopping.abort())
  const waiting = step('waits', () => waitUntil('a sign', 600_000, look))
  await expect(waiting).rejects.toBe(stopping.signal.reason)
  const work = vi.fn(async () => undefined)
  await expect(step('next', work)).rejects.toBe(stopping.signal.reason)
  expect([look.mock.calls.length, work.mock.calls.length, report.mock.calls.length]).toEqual([1, 0, 0])
})

test('an account gets another Operator ID when the first one is taken', async () => {
  const tried: string[] = []
  const account = { name: 'Alpine Walks', email: 'office@operator.example', type: 'operator' } as const
  const support = async (_: unknown, { body }: { body: { oid: string } }) => {
    tried.push(body.oid)
    if (tried.length < 3) throw new CommandError('refused', 'oid-taken', 'The Operator ID is taken')
    return { id: '1', ...body }
  }
  const created = await createAccount({ support } as unknown as DemoContext, account)
  expect(created).toMatchObject({ id: '1', oid: tried[2], name: 'Alpine Walks' })
  expect(new Set(tried).size).toBeGreaterThan(1)
})
