import { resolve, sep } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkKey, checkPrefix } from './key.ts'

test.each(['releases/a/x.pdf', 'a/b', 'geodata/0190-ab/_x/y-z.tar.gz'])('%s is a key', (key) => {
  expect(checkKey(key)).toBe(key)
})

test.each([
  '',
  'a',
  '/a/b',
  'a/',
  'a//b',
  '../a/b',
  'a/..',
  'a/./b',
  'a/.hidden',
  'a/b\\c',
  'a/b\0c',
  'a/ä',
  'a/b c',
  `a/${'x'.repeat(201)}`,
])('%j is no key', (key) => {
  expect(() => checkKey(key)).toThrow(TypeError)
})

test('no key leads out of the store', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('.', '/', 'a', '~', '\\', '%', '2', 'e') }), (key) => {
      try {
        checkKey(key)
      } catch {
        return true
      }
      return resolve('/store', key).startsWith(`/store${sep}`)
    }),
  )
})

test('a prefix may end within a part, but not lead out', () => {
  for (const prefix of ['', 'a', 'a/', 'a/b', 'releases/acc/2026']) expect(checkPrefix(prefix)).toBe(prefix)
  for (const prefix of ['..', '../', '/', 'a/../b', 'a//', '.']) expect(() => checkPrefix(prefix)).toThrow(TypeError)
})
