import { expect, onTestFinished, test, vi } from 'vitest'
import { warmUpDraft, warmUpFrame } from '../src/book/warm-up-book.ts'
import { createRenderer } from '../src/render/renderer.ts'
import { unlimited, workerOptions } from './worker-options.ts'

vi.setConfig({ testTimeout: 120_000 })

const book = { draft: warmUpDraft, frame: warmUpFrame, images: {}, bytes: {} }

test('two books are printed at the same time, and equal books have equal bytes', async () => {
  const renderer = createRenderer({ ...workerOptions, workers: 2 })
  await renderer.start()
  onTestFinished(() => renderer.stop())
  const tasks = renderer.forBuild(unlimited)
  const [one, other] = await Promise.all([tasks.run('printBook', book), tasks.run('printBook', book)])
  expect(one.pages).toBeGreaterThan(2)
  expect(Buffer.compare(one.pdf, other.pdf)).toBe(0)
  expect(renderer.workers()).toHaveLength(2)
})
