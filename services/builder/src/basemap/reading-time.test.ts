import { FetchError } from '@guidebook/service-kit/outbound'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TileArchive } from './archive.ts'
import { readingTimeOf, withinTime } from './reading-time.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const after = (ms: number) => () => new Promise<string>((resolve) => setTimeout(resolve, ms, 'read'))
const never = () => new Promise<never>(() => undefined)
const tooLong = 'reading the archives took longer than 0.1 s in all'

test('the time of all readings is limited, not the time between them', async () => {
  const time = readingTimeOf(100)
  const first = time.read('one', after(60))
  await vi.advanceTimersByTimeAsync(60)
  expect(await first).toBe('read')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([time.isSpent(1 / 2), time.isSpent(1)]).toEqual([true, false])
  const second = expect(time.read('two', never)).rejects.toThrow(tooLong)
  await vi.advanceTimersByTimeAsync(40)
  await second
  expect([time.isSpent(1), time.latest()]).toEqual([true, 'two'])
  await expect(time.read('three', after(0))).rejects.toThrow(tooLong)
})

test('readings at the same time count once, and all of them end with it', async () => {
  const time = readingTimeOf(100)
  const some = [time.read('one', after(60)), time.read('two', after(60))]
  await vi.advanceTimersByTimeAsync(60)
  expect(await Promise.all(some)).toEqual(['read', 'read'])
  expect(time.isSpent(0.7)).toBe(false)
  const aborted: string[] = []
  const waits = ['three', 'four'].map((name) =>
    time.read(name, (signal) => {
      signal.addEventListener('abort', () => aborted.push(name))
      return never()
    }),
  )
  const ends = Promise.allSettled(waits)
  await vi.advanceTimersByTimeAsync(40)
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(aborted).toEqual(['three', 'four'])
})

test('an archive that did not respond in time is not asked again; one with another failure is', async () => {
  const time = readingTimeOf(100)
  const asked: string[] = []
  const read = (name: string, outcome: 'timeout' | 'connection-failed') =>
    time.read(name, async () => {
      asked.push(name)
      throw new FetchError(outcome, { outcome })
    })
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(read('slow', 'timeout')).rejects.toThrow('timeout')
    await expect(read('closed', 'connection-failed')).rejects.toThrow('connection-failed')
  }
  expect(asked).toEqual(['slow', 'closed', 'closed'])
})

test('no timer is left behind when a reading ends in time', async () => {
  const before = vi.getTimerCount()
  const reading = readingTimeOf(100).read('one', async () => 'read')
  expect(vi.getTimerCount()).toBe(before + 1)
  await reading
  expect(vi.getTimerCount()).toBe(before)
})

test('errors name an archive at a URL; a file is read without a limit', async () => {
  const archive: TileArchive = {
    header: never,
    attribution: async () => {
      throw new Error('The answer was 404.')
    },
    tile: never,
    close: async () => undefined,
  }
  const time = readingTimeOf(100)
  expect(withinTime(archive, time)).toBe(archive)
  const remote = withinTime({ ...archive, remoteName: 'archive 2 of MAP_PMTILES' }, time)
  await expect(remote.attribution()).rejects.toThrow('archive 2 of MAP_PMTILES: The answer was 404.')
  const waiting = expect(remote.tile(1, 0, 0, new AbortController().signal)).rejects.toThrow(
    `archive 2 of MAP_PMTILES: ${tooLong}`,
  )
  await vi.advanceTimersByTimeAsync(100)
  await waiting
})
