import { DependencyUnavailableError, FairSemaphore, type OperationRequest } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import type { Context } from '../src/context.ts'
import { listGuidebooks } from '../src/guidebook/list-guidebooks.ts'
import { listItems } from '../src/item/list-items.ts'

test.each([
  ['items', listItems],
  ['guidebooks', listGuidebooks],
])('a list of %s without words takes a share, too', async (_, list) => {
  const lists = new FairSemaphore({ capacity: 1, mostWaiting: 0 })
  expect(lists.take('busy')).toBe(true)
  const request = { identity: { account: 'busy' }, query: {} } as OperationRequest
  await expect(list({ lists } as Context).handler(request)).rejects.toThrow(DependencyUnavailableError)
})
