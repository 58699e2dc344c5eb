import { setImmediate as settled } from 'node:timers/promises'
import { DependencyUnavailableError, FairSemaphore, type OperationRequest } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { listGuidebooks } from '../guidebook/list-guidebooks.ts'
import { listItems } from '../item/list-items.ts'
import { createSearchShares } from './search-shares.ts'

test('an account waits for its own searches, while another one searches', async () => {
  const shares = createSearchShares()
  const begun: string[] = []
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const search = (account: string) =>
    shares.run(account, () => {
      begun.push(account)
      return end
    })
  const all = ['a', 'a', 'a', 'a', 'a', 'a', 'b'].map(search)
  await settled()
  expect(begun).toEqual(['a', 'a', 'a', 'a', 'b'])
  resolve()
  await Promise.all(all)
  expect(begun).toHaveLength(7)
})

test.each([
  ['items', listItems],
  ['guidebooks', listGuidebooks],
])('a list of %s without words takes a share, too', async (_, list) => {
  const searches = new FairSemaphore({ capacity: 1, mostWaiting: 0 })
  expect(searches.take('busy')).toBe(true)
  const request = { identity: { account: 'busy' }, query: {} } as OperationRequest
  await expect(list({ searches } as Context).handler(request)).rejects.toThrow(DependencyUnavailableError)
})
