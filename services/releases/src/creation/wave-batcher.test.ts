import { setImmediate as turn } from 'node:timers/promises'
import { currentRequestId, withRequestId } from '@guidebook/service-kit'
import { expect, test, vi } from 'vitest'
import { createWaveBatcher, longestWaveMs } from './wave-batcher.ts'

/** Work whose end the test controls. */
function work() {
  const inWave = createWaveBatcher()
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const ask = (name: string) =>
    inWave(() => {
      begun.push(name)
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    })
  /** Ends the work, then waits until everything that follows has run. */
  const end = async (name: string, error?: Error) => {
    if (error) ends.get(name)?.reject(error)
    else ends.get(name)?.resolve(name.toUpperCase())
    await turn()
  }
  return { inWave, ask, begun, end }
}

test('a single call starts immediately', async () => {
  const { ask, begun, end } = work()
  for (const name of ['a', 'b']) {
    const done = ask(name)
    expect(begun).toContain(name)
    await end(name)
    expect(await done).toBe(name.toUpperCase())
  }
})

test('calls during a wave start together as soon as one call of the wave is done', async () => {
  const { ask, begun, end } = work()
  const done = ['a', 'b', 'c'].map(ask)
  expect(begun).toEqual(['a'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c'])
  done.push(ask('d'), ask('e'))
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('c')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  for (const name of ['b', 'd', 'e']) await end(name)
  expect(await Promise.all(done)).toEqual(['A', 'B', 'C', 'D', 'E'])
})

test('a slow call of a wave starts no second wave when it ends', async () => {
  const { ask, begun, end } = work()
  const done = [ask('a'), ask('slow'), ask('b')]
  await end('a')
  await end('b')
  done.push(ask('c'), ask('d'))
  expect(begun).toEqual(['a', 'slow', 'b', 'c'])
  await end('slow')
  expect(begun).toEqual(['a', 'slow', 'b', 'c'])
  await end('c')
  await end('d')
  expect(await Promise.all(done)).toEqual(['A', 'SLOW', 'B', 'C', 'D'])
})

test('a wave whose calls all take long delays the next one for a limited time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { ask, begun, end } = work()
    const done = [ask('stuck'), ask('a'), ask('b')]
    vi.advanceTimersByTime(longestWaveMs - 1)
    await turn()
    expect(begun).toEqual(['stuck'])
    vi.advanceTimersByTime(1)
    await turn()
    expect(begun).toEqual(['stuck', 'a', 'b'])
    done.push(ask('c'))
    await end('stuck')
    expect(begun).toEqual(['stuck', 'a', 'b'])
    for (const name of ['a', 'b', 'c']) await end(name)
    expect(vi.getTimerCount()).toBe(0)
    expect(await Promise.all(done)).toEqual(['STUCK', 'A', 'B', 'C'])
  } finally {
    vi.useRealTimers()
  }
})

test('an error fails only its own call, and the next wave starts', async () => {
  const { inWave, ask, begun, end } = work()
  const results = [ask('a'), ask('b'), ask('c')].map((done) => done.catch(({ message }: Error) => message))
  await end('a', new Error('a is bad'))
  await end('b', new Error('b is bad'))
  await end('c')
  expect(await Promise.all(results)).toEqual(['a is bad', 'b is bad', 'C'])
  const thrown = inWave(() => {
    throw new Error('synchronous')
  })
  await expect(thrown).rejects.toThrow('synchronous')
  void ask('d')
  expect(begun).toContain('d')
})

test('each call keeps its own context', async () => {
  const { inWave } = work()
  const as = (id: string) =>
    withRequestId(id, () =>
      inWave(async () => {
        await turn()
        return currentRequestId()
      }),
    )
  expect(await Promise.all(['a', 'b', 'c'].map(as))).toEqual(['a', 'b', 'c'])
})
