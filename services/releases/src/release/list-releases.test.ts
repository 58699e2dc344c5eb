import { operations } from '@guidebook/contracts'
import { DependencyUnavailableError, FairSemaphore, type OperationRequest } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { releaseRoutes } from './routes.ts'

test.each([
  ['a list', operations.listReleases, {}],
  ['a search', operations.listReleases, { q: 'pass' }],
  ['a page of an export', operations.exportReleases, {}],
])('%s takes a share of the account', async (_, operation, query) => {
  const lists = new FairSemaphore({ capacity: 1, mostWaiting: 0 })
  expect(lists.take('busy')).toBe(true)
  const accounts = { find: async () => ({ timeZone: 'UTC' }) }
  const clock = { now: () => new Date(0) }
  const routes = releaseRoutes({ lists, accounts, clock, database: {} } as unknown as Context)
  const request = { identity: { scope: 'partner', account: 'busy' }, params: { account: 'busy' }, query }
  const answer = routes.find((route) => route.operation === operation)?.handler(request as unknown as OperationRequest)
  await expect(answer).rejects.toThrow(DependencyUnavailableError)
})
