import { setImmediate } from 'node:timers/promises'
import { FairSemaphore } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { pageSize, rebuildPages, rebuildShares } from './rebuild-pages.ts'

test('an account with many changes holds only its share of pages, and another one does not wait for it', async () => {
  const shared = {
    accounts: { find: async () => ({ timeZone: 'UTC' }) },
    clock: { now: () => new Date(0) },
    rebuilds: new FairSemaphore(rebuildShares),
  }
  const { signal } = new AbortController()
  let [underWay, most] = [0, 0]
  const ended: string[] = []
  const change = async (account: string) => {
    let pages = 0
    const transaction = async () => {
      const own = account === 'busy'
      if (own) most = Math.max(most, ++underWay)
      await setImmediate()
      if (own) underWay--
      return ++pages < 5 ? pageSize : 0
    }
    const context = { ...shared, database: { transaction } } as unknown as Context
    await rebuildPages(context, { account, signal, reason: 'Changed' }, async () => [])
    ended.push(account)
  }
  await Promise.all([...Array.from({ length: 50 }, () => change('busy')), change('other')])
  expect(most).toBe(rebuildShares.perOwner)
  expect(ended[0]).toBe('other')
  expect(ended).toHaveLength(51)
})
