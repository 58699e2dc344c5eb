import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LargeBodies } from './large-bodies.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const { signal } = new AbortController()
const workOf = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Records the millisecond at which each read begins. */
function recorder(bodies: LargeBodies) {
  const begins: [owner: string, ms: number][] = []
  const start = performance.now()
  const ask = (owner: string, read: () => Promise<void>, { handle = workOf(0), bytes = 5_000 } = {}) => {
    const noteAndRead = () => {
      begins.push([owner, performance.now() - start])
      return read()
    }
    return bodies.run({ owner, bytes, signal }, { read: noteAndRead, handle })
  }
  return { begins, ask }
}

describe('a body', () => {
  test('is followed by a pause as long as its reading, before the next of its owner is read', async () => {
    const { begins, ask } = recorder(new LargeBodies())
    for (let times = 0; times < 3; times++) ask('a', workOf(100))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(begins).toEqual([
      ['a', 0],
      ['a', 200],
      ['a', 400],
    ])
  })

  test('is read while another one of its owner is handled', async () => {
    const { begins, ask } = recorder(new LargeBodies())
    for (let times = 0; times < 2; times++) ask('a', workOf(100), { handle: workOf(900) })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(begins).toEqual([
      ['a', 0],
      ['a', 200],
    ])
  })

  test('is followed by a pause of a second at most when its reading hung', async () => {
    const { begins, ask } = recorder(new LargeBodies())
    const hanging = async () => {
      await workOf(30_000)()
      throw new Error('the body ended early')
    }
    const failed = expect(ask('a', hanging)).rejects.toThrow('ended early')
    await vi.advanceTimersByTimeAsync(19_000)
    ask('a', workOf(0))
    await vi.advanceTimersByTimeAsync(13_000)
    await failed
    expect(begins).toEqual([
      ['a', 0],
      ['a', 31_000],
    ])
  })

  test('of another owner is read at once', async () => {
    const { begins, ask } = recorder(new LargeBodies())
    for (const owner of ['a', 'a', 'b']) ask(owner, workOf(100))
    await vi.advanceTimersByTimeAsync(100)
    expect(begins).toEqual([
      ['a', 0],
      ['b', 0],
    ])
  })
})

describe('a body of more than 1 MiB', () => {
  const bytes = 2 * 1024 * 1024
  const handle = workOf(900)

  test('waits while its owner holds half of the places', async () => {
    const { begins, ask } = recorder(new LargeBodies({ places: 4 }))
    for (let times = 0; times < 3; times++) ask('a', workOf(100), { bytes, handle })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(begins).toEqual([
      ['a', 0],
      ['a', 200],
      ['a', 1_000],
    ])
  })

  test('waits when other owners fill the memory', async () => {
    const { begins, ask } = recorder(new LargeBodies({ places: 1 }))
    for (const owner of ['a', 'b']) ask(owner, workOf(100), { bytes, handle })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(begins).toEqual([
      ['a', 0],
      ['b', 1_000],
    ])
  })
})
