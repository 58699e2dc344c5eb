import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createListShares } from './list-shares.ts'

test('an account waits for its own lists, while another one is served', async () => {
  const shares = createListShares()
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
