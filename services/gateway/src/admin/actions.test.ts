import { operations } from '@guidebook/contracts'
import { type OperationRequest, ServiceError, systemClock } from '@guidebook/service-kit'
import { expect, test, vi } from 'vitest'
import type { Context } from '../context.ts'
import { logged } from './actions.ts'

const outage = Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })
const request = { identity: { actor: 'support:anna' }, params: {}, requestId: 'r-1' } as unknown as OperationRequest

/** `update` writes the result into the entry. */
function contextWith(update: () => Promise<unknown>) {
  const knex = () => ({ insert: async () => undefined, where: () => ({ update }) })
  const warn = vi.fn()
  return { context: { database: { knex }, clock: systemClock, log: { warn } } as unknown as Context, warn }
}

test('a change that was made returns its secret, also when the log does not get the result', async () => {
  const update = vi.fn(() => Promise.reject(outage))
  const { context, warn } = contextWith(update)
  const reply = { status: 201, body: { token: 'secret' } }
  const [route] = logged(context, [{ operation: operations.createAdminToken, handler: async () => reply }])
  expect(await route?.handler(request)).toBe(reply)
  expect(update.mock.calls).toEqual([[{ status: 201 }]])
  expect(warn).toHaveBeenCalledWith({ err: outage, requestId: 'r-1' }, 'action not completed')
})

test.each([
  ['a refused change', new ServiceError('not-found'), 404],
  ['a change that an outage prevents', outage, 503],
  ['a change that takes the database too long', Object.assign(new Error('canceled'), { code: '57014' }), 503],
  ['a change that fails', new Error('unexpected'), 500],
])('%s is logged with the status of its response', async (_, error, status) => {
  const update = vi.fn(async () => 1)
  const { context } = contextWith(update)
  const handler = () => Promise.reject(error)
  const [route] = logged(context, [{ operation: operations.createAdminToken, handler }])
  await expect(route?.handler(request)).rejects.toBe(error)
  expect(update.mock.calls).toEqual([[{ status }]])
})
