import { expect, test, vi } from 'vitest'
import { generateKey } from './key-format.ts'
import { createKeyring } from './keyring.ts'
import type { KeyHolder } from './queries.ts'

const holder: KeyHolder = { account: 'a', oid: 'ABC', test: false, prefix: 'gbk_live_x' }

test('one look-up serves requests that come together and shortly after', async () => {
  const lookUp = vi.fn(async () => holder)
  const keyring = createKeyring(lookUp)
  const { key } = generateKey('live')
  expect(await Promise.all([keyring.holderOf(key), keyring.holderOf(key)])).toEqual([holder, holder])
  await keyring.holderOf(key)
  expect(lookUp).toHaveBeenCalledTimes(1)
})

test('a key that was revoked elsewhere is looked up again before five seconds have passed', async () => {
  const lookUp = vi.fn<() => Promise<KeyHolder | null>>(async () => holder)
  let now = 1_000
  const keyring = createKeyring(lookUp, () => now)
  const { key } = generateKey('live')
  await keyring.holderOf(key)
  lookUp.mockResolvedValue(null)
  now += 4_999
  expect(await keyring.holderOf(key)).toBeNull()
})

test('a key that was revoked here is refused at once', async () => {
  const lookUp = vi.fn<(hash: string) => Promise<KeyHolder | null>>(async () => holder)
  const keyring = createKeyring(lookUp)
  const { key, hash } = generateKey('live')
  await keyring.holderOf(key)
  lookUp.mockResolvedValue(null)
  keyring.forget(hash.toString('hex'))
  expect(await keyring.holderOf(key)).toBeNull()
})

test('what cannot be a key costs no look-up', async () => {
  const lookUp = vi.fn(async () => holder)
  expect(await createKeyring(lookUp).holderOf('gbk_live_invented')).toBeNull()
  expect(lookUp).not.toHaveBeenCalled()
})

test('a key that proved good is no stranger for ten minutes, unless it was revoked', async () => {
  const lookUp = vi.fn<() => Promise<KeyHolder | null>>(async () => holder)
  let now = 1_000
  const keyring = createKeyring(lookUp, () => now)
  const { key, hash } = generateKey('live')
  expect(keyring.isTrusted(key)).toBe(false)
  await keyring.holderOf(key)
  now += 599_000
  expect(keyring.isTrusted(key)).toBe(true)
  now += 1_001
  expect(keyring.isTrusted(key)).toBe(false)
  await keyring.holderOf(key)
  keyring.forget(hash.toString('hex'))
  expect(keyring.isTrusted(key)).toBe(false)
})

test('a look-up that fails is not remembered', async () => {
  const lookUp = vi.fn(async () => holder).mockRejectedValueOnce(new Error('away'))
  const keyring = createKeyring(lookUp)
  const { key } = generateKey('live')
  await expect(keyring.holderOf(key)).rejects.toThrow('away')
  expect(await keyring.holderOf(key)).toEqual(holder)
})
