import { expect, test } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

/** Work that the test ends, and a record of when each began. */
function manualWork() {
  const began: string[] = []
  const gates = new Map<string, PromiseWithResolvers<string>>()
  const start = (name: string) => () => {
    began.push(name)
    const gate = Promise.withResolvers<string>()
    gates.set(name, gate)
    return gate.promise
  }
  return { began, gates, start }
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('the work of one owner runs one after the other, also after a failure', async () => {
  const { began, gates, start } = manualWork()
  const inTurn = createSerialQueue()
  const results = Promise.allSettled([inTurn('a', start('a1')), inTurn('a', start('a2')), inTurn('a', start('a3'))])
  await turn()
  expect(began).toEqual(['a1'])
  gates.get('a1')?.reject(new Error('failed'))
  await turn()
  expect(began).toEqual(['a1', 'a2'])
  gates.get('a2')?.resolve('second')
  await turn()
  gates.get('a3')?.resolve('third')
  expect(
    (await results).map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
  ).toEqual(['failed', 'second', 'third'])
})

test('owners do not wait for each other', async () => {
  const { began, gates, start } = manualWork()
  const inTurn = createSerialQueue()
  const first = inTurn('a', start('a1'))
  const other = inTurn('b', start('b1'))
  await turn()
  expect(began).toEqual(['a1', 'b1'])
  for (const gate of gates.values()) gate.resolve('done')
  await Promise.all([first, other])
})
