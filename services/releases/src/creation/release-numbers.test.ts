import { expect, test, vi } from 'vitest'
import { releaseNumbers } from './release-numbers.ts'

/** Processes that share a sequence of worker ids, with a clock that the test moves. */
function processes(start = '2026-11-23T12:00:00Z') {
  let now = Date.parse(start)
  let uptime = 1_000
  let nextId = 0
  const raw = vi.fn(async () => ({ rows: [{ id: nextId++ % 1_024 }] }))
  return {
    raw,
    start: () => releaseNumbers({ knex: { raw } as never }, { now: () => new Date(now) } as never, () => uptime),
    pass(ms: number) {
      now += ms
      uptime += ms
    },
    stepBack(ms: number) {
      now -= ms
    },
  }
}

test('numbers are larger than those of the counter before, and exact in JSON until 2089', async () => {
  const { start } = processes()
  expect(await start()()).toBeGreaterThan(10 ** 14)
  const last = processes('2089-09-01T00:00:00Z').start()
  expect(Number.isSafeInteger(await last())).toBe(true)
})

test('a number reveals when it was given, not how many were given before it', async () => {
  const { start, pass } = processes()
  const [quiet, busy] = [start(), start()]
  const first = [await quiet(), await busy()]
  for (let made = 0; made < 1_000; made++) await busy()
  pass(1_000)
  const second = [await quiet(), await busy()]
  expect(second.map((number, i) => number - (first[i] ?? 0))).toEqual(Array(2).fill(1_000 * 4 * 1_024))
})

test('numbers of one process grow, also when its clock stands still or steps back', async () => {
  const { start, pass, stepBack } = processes()
  const process = start()
  const numbers: number[] = []
  for (const change of [() => undefined, () => pass(1), () => stepBack(5_000), () => pass(2)]) {
    change()
    numbers.push(...(await Promise.all(Array.from({ length: 100 }, () => process()))))
  }
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(new Set(numbers).size).toBe(400)
})

test('numbers of a hundred processes are unique while each of them renews its worker id every minute', async () => {
  const { start, pass, raw } = processes()
  const all = Array.from({ length: 100 }, start)
  const numbers = new Set<number>()
  const minutes = 30
  for (let minute = 0; minute < minutes; minute++) {
    for (const process of all) for (let made = 0; made < 5; made++) numbers.add(await process())
    pass(60_000)
  }
  expect(numbers.size).toBe(minutes * 100 * 5)
  expect(raw).toHaveBeenCalledTimes(minutes * 100)
})

test('a worker id that could not be had is asked for again', async () => {
  const { start, raw } = processes()
  raw.mockRejectedValueOnce(new Error('unavailable'))
  const process = start()
  await expect(process()).rejects.toThrow('unavailable')
  expect(await process()).toBeGreaterThan(0)
})
