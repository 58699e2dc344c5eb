import { setImmediate as settled } from 'node:timers/promises'
import { isOutage } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
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

test('a search that the database cancels because it takes too long is an outage, any other error is not', async () => {
  const shares = createSearchShares()
  const failing = (code: string) =>
    shares.run('a', () => Promise.reject(Object.assign(new Error('x'), { code }))).catch((error: unknown) => error)
  expect(isOutage(await failing('57014'))).toBe(true)
  expect(isOutage(await failing('22P02'))).toBe(false)
})
