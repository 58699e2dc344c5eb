import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { currentRequestId, withRequestId } from '../request-id.ts'
import { inWaves } from './in-waves.ts'

/** Work that ends when the test says so. */
function work() {
  const together = inWaves()
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const ask = (name: string) =>
    together(() => {
      begun.push(name)
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    })
  /** Lets everything that was set going come to rest. */
  const end = async (name: string, error?: Error) => {
    if (error) ends.get(name)?.reject(error)
    else ends.get(name)?.resolve(name.toUpperCase())
    await turn()
  }
  return { together, ask, begun, end }
}

test('work that comes alone begins at once', async () => {
  const { ask, begun, end } = work()
  for (const name of ['a', 'b']) {
    const done = ask(name)
    expect(begun).toContain(name)
    await end(name)
    expect(await done).toBe(name.toUpperCase())
  }
})

test('work that comes meanwhile begins together, as soon as one of the wave before is done', async () => {
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

test('the slow one of a wave lets a wave of its own time begin, not two', async () => {
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

test('what work throws is its own, and the next begins all the same', async () => {
  const { together, ask, begun, end } = work()
  const told = [ask('a'), ask('b'), ask('c')].map((done) => done.catch(({ message }: Error) => message))
  await end('a', new Error('a is bad'))
  await end('b', new Error('b is bad'))
  await end('c')
  expect(await Promise.all(told)).toEqual(['a is bad', 'b is bad', 'C'])
  const thrown = together(() => {
    throw new Error('at once')
  })
  await expect(thrown).rejects.toThrow('at once')
  void ask('d')
  expect(begun).toContain('d')
})

test('each goes its way in its own context', async () => {
  const { together } = work()
  const as = (id: string) =>
    withRequestId(id, () =>
      together(async () => {
        await turn()
        return currentRequestId()
      }),
    )
  expect(await Promise.all(['a', 'b', 'c'].map(as))).toEqual(['a', 'b', 'c'])
})
