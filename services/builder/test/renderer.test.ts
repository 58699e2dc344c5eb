import { expect, test, vi } from 'vitest'
import { warmUpDraft, warmUpFrame } from '../src/book/warm-up-book.ts'
import { sharedWorkers } from './shared-workers.ts'
import { unlimited } from './worker-options.ts'

vi.setConfig({ testTimeout: 120_000 })

const book = { draft: warmUpDraft, frame: warmUpFrame, images: {}, bytes: {} }

test('two books are printed at the same time, and equal books have equal bytes', async () => {
  const { renderer } = await sharedWorkers()
  const print = (account: string) => renderer.forBuild({ ...unlimited, account }).run('printBook', book)
  // One worker, and one more for an account that uses none.
  const [one, other] = await Promise.all([print('one'), print('other')])
  expect(one.pages).toBeGreaterThan(2)
  expect(Buffer.compare(one.pdf, other.pdf)).toBe(0)
  expect(renderer.workers()).toHaveLength(2)
})
