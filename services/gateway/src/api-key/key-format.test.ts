import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateKey, hashOf, isWellFormedKey } from './key-format.ts'

test('a key shows whether it is for tests, and is unique', () => {
  expect(generateKey('live').key).toMatch(/^gbk_live_[0-9A-Za-z]{36}$/)
  expect(generateKey('test').key).toMatch(/^gbk_test_[0-9A-Za-z]{36}$/)
  const keys = Array.from({ length: 1_000 }, () => generateKey('live').key)
  expect(new Set(keys).size).toBe(1_000)
})

test('a key with any changed character is malformed', () => {
  const { key } = generateKey('live')
  expect(isWellFormedKey(key)).toBe(true)
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0aZ9_ '), (at, character) => {
      fc.pre(key[at] !== character)
      expect(isWellFormedKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false)
    }),
  )
})

test.each(['', 'gbk_live_', 'Basic abc', `gbk_live_${'0'.repeat(36)}`, `gbk_live_${'0'.repeat(10_000)}`])(
  '%.30j is no key',
  (text) => {
    expect(isWellFormedKey(text)).toBe(false)
  },
)

test('only the hash and the prefix of a key are stored', () => {
  const { key, prefix, hash } = generateKey('live')
  expect(hash.toString('hex')).toBe(hashOf(key))
  expect(key.startsWith(prefix)).toBe(true)
  expect(key.length - prefix.length).toBe(30)
})
