import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inBrotli, script } from './page.ts'

test('responses without compression share one copy of a large file', async () => {
  const content = Buffer.alloc(300_000, 'let a = 1\n')
  const { body } = inBrotli(script(content), brotliCompressSync(content))
  const [first, second] = await Promise.all([body(), body()])
  const part = first.subarray(10)
  const later = await body()
  expect(later.equals(content)).toBe(true)
  expect([second.buffer, later.buffer].map((memory) => memory === part.buffer)).toEqual([true, true])
})
