import { setImmediate } from 'node:timers/promises'
import { FairSemaphore } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import { csvOfPages, exportShares } from './export-releases.ts'
import type { ListedRelease } from './list-releases.ts'

const about = { today: '2026-06-01', publicUrl: 'https://guidebook.example' }

/** The fields of a release that a row of the file and the position of a page need. */
const aRelease = (id: number, hasNext: boolean) => {
  const days = { start_date: '2026-07-01', end_date: '2026-08-31' }
  const owner = { provider: { oid: 'OP1' }, reseller: null, created_at: new Date(0), link: `link-${id}` }
  return { id, title: `Trip ${id}`, sortValue: null, hasNext, ...days, ...owner } as unknown as ListedRelease
}

test('a page is read only when the one before was taken, and short pages are not the end', async () => {
  const read: ((string | number)[] | null)[] = []
  const file = csvOfPages(async (after) => {
    read.push(after)
    return [aRelease(read.length, read.length < 3)]
  }, about)
  const first = await file.next()
  expect(first.value).toContain('Trip 1')
  await setImmediate()
  expect(read).toEqual([null])
  const others = await Array.fromAsync(file)
  expect(others.join('')).not.toContain('downloadCode')
  expect(read).toEqual([null, [1], [2]])
})

test('an account that exports often at once reads one page at a time, and another account does not wait for it', async () => {
  const shares = new FairSemaphore(exportShares)
  let [underWay, most] = [0, 0]
  const ended: string[] = []
  const exportOf = async (account: string) => {
    let pages = 0
    const read = async () => {
      const own = account === 'busy'
      if (own) most = Math.max(most, ++underWay)
      await setImmediate()
      if (own) underWay--
      return [aRelease(++pages, pages < 5)]
    }
    await Array.fromAsync(csvOfPages(() => shares.run(account, read), about))
    ended.push(account)
  }
  await Promise.all([...Array.from({ length: 50 }, () => exportOf('busy')), exportOf('other')])
  expect(most).toBe(1)
  expect(ended[0]).toBe('other')
  expect(ended).toHaveLength(51)
})
