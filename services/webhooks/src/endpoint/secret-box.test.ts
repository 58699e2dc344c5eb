import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSecretBox, newSigningSecret } from './secret-box.ts'

const box = createSecretBox(randomBytes(32))

it('a sealed secret opens for the same account only', () => {
  const sealed = box.seal('whsec_abc', 'account-a')
  expect(box.open(sealed, 'account-a')).toBe('whsec_abc')
  expect(() => box.open(sealed, 'account-b')).toThrow()
})

it('a changed byte and another key are refused', () => {
  const sealed = box.seal('whsec_abc', 'a')
  const changed = Buffer.from(sealed)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => box.open(changed, 'a')).toThrow()
  expect(() => createSecretBox(randomBytes(32)).open(sealed, 'a')).toThrow()
})

it('the same secret is never sealed to the same bytes, and does not show in them', () => {
  const [one, other] = [box.seal('whsec_abc', 'a'), box.seal('whsec_abc', 'a')]
  expect(one.equals(other)).toBe(false)
  expect(one.includes('whsec_abc')).toBe(false)
})

it('a signing secret has 32 random bytes', () => {
  expect(Buffer.from(newSigningSecret().replace('whsec_', ''), 'base64')).toHaveLength(32)
})
