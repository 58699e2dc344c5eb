import { expect, test } from 'vitest'
import { freeBytes } from './free-bytes.ts'

test('large bytes are freed at once, and a second time does no harm', () => {
  const bytes = Buffer.allocUnsafeSlow(1024 * 1024)
  const before = process.memoryUsage().arrayBuffers
  freeBytes(bytes.subarray(10))
  freeBytes(bytes)
  expect(bytes.length).toBe(0)
  expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(before - 1024 * 1024)
})

test('small bytes, which may share their memory with others, stay', () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')]
  freeBytes(one)
  expect(String(other)).toBe('other')
})
