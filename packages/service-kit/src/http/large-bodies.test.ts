import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LargeBodies } from './large-bodies.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const { signal } = new AbortController()
const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Asks for a place and notes the millisecond in which the reading begins. */
function recorder(bodies: LargeBodies) {
  const begins: [owner: string, ms: number][] = []
  const start = performance.now()
  const ask = (owner: string, read: () => Promise<void>, handle = lasting(0)) => {
    const noteAndRead = () => {
      begins.push([owner, performance.now() - start])
      return read()
    }
    return bodies.run({ owner, bytes: 100_000, signal }, { read: noteAndRead, handle })
  }
  return { begins, ask }
}

describe('a large body', () => {
  test('keeps the place of its owner for twice the time of its reading', async () => {
    const { begins, ask } = recorder(new LargeBodies())
    for (let times = 0; times < 3; times++) ask('a', lasting(100))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(begins).toEqual([
      ['a', 0],
      ['a', 200],
      ['a', 400],
    ])
  })

  test('keeps it until it is answered, and then no longer', async () => {
    const { begins, ask } = recorder(new LargeBodies())
    for (let times = 0; times < 2; times++) ask('a', lasting(100), lasting(900))
    await vi.advanceTimersByTimeAsync(2_500)
    expect(begins.map(([, ms]) => Math.round(ms / 10) * 10)).toEqual([0, 1_000])
  })

  test('keeps it for a second at most after a reading that hung', async () => {
    const { begins, ask } = recorder(new LargeBodies())
    const hanging = expect(
      ask('a', async () => {
        await lasting(30_000)()
        throw new Error('the body ended early')
      }),
    ).rejects.toThrow('ended early')
    await vi.advanceTimersByTimeAsync(20_000)
    ask('a', lasting(0))
    await vi.advanceTimersByTimeAsync(12_000)
    await hanging
    expect(begins).toEqual([
      ['a', 0],
      ['a', 31_000],
    ])
  })

  test('of another owner is read at once', async () => {
    const { begins, ask } = recorder(new LargeBodies())
    for (const owner of ['a', 'a', 'b']) ask(owner, lasting(100))
    await vi.advanceTimersByTimeAsync(100)
    expect(begins).toEqual([
      ['a', 0],
      ['b', 0],
    ])
  })

  test('waits when others fill the memory', async () => {
    const { begins, ask } = recorder(new LargeBodies({ places: 1 }))
    for (const owner of ['a', 'b']) ask(owner, lasting(100))
    await vi.advanceTimersByTimeAsync(300)
    expect(begins).toEqual([
      ['a', 0],
      ['b', 200],
    ])
  })
})
