import { afterEach, expect, test, vi } from 'vitest'
import { generateKey } from './key-format.ts'
import { createKeyring } from './keyring.ts'
import type { KeyHolder } from './queries.ts'

const holder: KeyHolder = {
  ...{ id: 'k', account: 'a', oid: 'ABC', test: false, suspended: false },
  ...{ prefix: 'gbk_live_x', last_used_at: null },
}

/** A look-up that knows every key, until the test says otherwise. */
const lookUpOf = (found: KeyHolder | null = holder) =>
  vi.fn(async (hashes: readonly string[]): Promise<(KeyHolder | null)[]> => hashes.map(() => found))

afterEach(() => void vi.useRealTimers())

test('one look-up serves requests that come together and shortly after', async () => {
  const lookUp = lookUpOf()
  const keyring = createKeyring(lookUp)
  const { key, hash } = generateKey('live')
  expect(await Promise.all([keyring.holderOf(key), keyring.holderOf(key)])).toEqual([holder, holder])
  await keyring.holderOf(key)
  expect(lookUp.mock.calls).toEqual([[[hash.toString('hex')]]])
})

test('a key that was revoked elsewhere is looked up again before five seconds have passed', async () => {
  const lookUp = lookUpOf()
  let now = 1_000
  const keyring = createKeyring(lookUp, () => now)
  const { key } = generateKey('live')
  await keyring.holderOf(key)
  lookUp.mockResolvedValue([null])
  now += 4_999
  expect(await keyring.holderOf(key)).toBeNull()
})

test('a key that was revoked here is refused at once', async () => {
  const lookUp = lookUpOf()
  const keyring = createKeyring(lookUp)
  const { key, hash } = generateKey('live')
  await keyring.holderOf(key)
  lookUp.mockResolvedValue([null])
  keyring.forget(hash.toString('hex'))
  expect(await keyring.holderOf(key)).toBeNull()
})

test('a malformed key costs no look-up', async () => {
  const lookUp = lookUpOf()
  expect(await createKeyring(lookUp).holderOf('gbk_live_invented')).toBeNull()
  expect(lookUp).not.toHaveBeenCalled()
})

test('a failed look-up is not cached', async () => {
  const lookUp = lookUpOf().mockRejectedValueOnce(new Error('unavailable'))
  const keyring = createKeyring(lookUp)
  const { key } = generateKey('live')
  await expect(keyring.holderOf(key)).rejects.toThrow('unavailable')
  expect(await keyring.holderOf(key)).toEqual(holder)
})

test('a failed statement fails its keys together, without one more statement', async () => {
  const lookUp = lookUpOf().mockRejectedValue(new Error('unavailable'))
  const keyring = createKeyring(lookUp)
  const asked = Array.from({ length: 5 }, () => keyring.holderOf(generateKey('live').key))
  const results = await Promise.allSettled(asked)
  expect(results).toEqual(Array(5).fill({ status: 'rejected', reason: new Error('unavailable') }))
  expect(lookUp).toHaveBeenCalledTimes(1)
})

test('any number of unknown keys does not evict a valid one from the cache', async () => {
  const { key, hash } = generateKey('live')
  const lookUp = vi.fn(async (hashes: readonly string[]) =>
    hashes.map((one) => (one === hash.toString('hex') ? holder : null)),
  )
  const keyring = createKeyring(lookUp, () => 0)
  await keyring.holderOf(key)
  for (let round = 0; round < 11; round++)
    await Promise.all(Array.from({ length: 1_000 }, () => keyring.holderOf(generateKey('live').key)))
  const before = lookUp.mock.calls.length
  expect(await keyring.holderOf(key)).toEqual(holder)
  expect(lookUp).toHaveBeenCalledTimes(before)
})

test('10,000 unknown keys a minute cost at most 100 statements a second and delay a valid key by milliseconds', async () => {
  vi.useFakeTimers()
  const valid = new Map(Array.from({ length: 60 }, () => generateKey('live')).map(({ key, hash }) => [key, hash]))
  const validHashes = new Set([...valid.values()].map((hash) => hash.toString('hex')))
  const began: number[] = []
  const statementMs = 2
  const keyring = createKeyring(async (hashes) => {
    began.push(Date.now())
    await new Promise((resolve) => setTimeout(resolve, statementMs))
    return hashes.map((hash) => (validHashes.has(hash) ? holder : null))
  }, Date.now)

  const delays: Promise<number>[] = []
  const holders: (KeyHolder | null)[] = []
  async function delayOf(key: string): Promise<number> {
    const asked = Date.now()
    holders.push(await keyring.holderOf(key))
    return Date.now() - asked
  }
  const start = Date.now()
  for (let second = 0; second < 60; second++) {
    delays.push(delayOf([...valid.keys()][second] ?? ''))
    for (let sent = 0; sent < 167; sent++) {
      void keyring.holderOf(generateKey('live').key)
      await vi.advanceTimersByTimeAsync(6)
    }
  }
  await vi.advanceTimersByTimeAsync(100)
  expect(Math.max(...(await Promise.all(delays)))).toBeLessThanOrEqual(2 * statementMs + 10)
  expect(holders).toEqual(Array(60).fill(holder))
  for (let from = start; from < Date.now(); from += 1_000)
    expect(began.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(100)
})
