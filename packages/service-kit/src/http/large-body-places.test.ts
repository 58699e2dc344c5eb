import { describe, expect, test } from 'vitest'
import { createLargeBodyPlaces } from './large-body-places.ts'

const never = new AbortController().signal

/** Whether a promise is still pending once everything that is ready has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  await new Promise(setImmediate)
  return !isSettled
}

describe('places for large bodies', () => {
  test('one owner holds at most half of them, so another one enters at once', async () => {
    const places = createLargeBodyPlaces({ places: 4 })
    const leave = await places.enter('A', never)
    await places.enter('A', never)
    const third = places.enter('A', never)
    expect(await isPending(third)).toBe(true)
    await places.enter('B', never)
    leave()
    expect(await isPending(third)).toBe(false)
  })

  test('a free place goes to the waiting owner that holds the fewest', async () => {
    const places = createLargeBodyPlaces({ places: 4 })
    const leave = await places.enter('A', never)
    for (const owner of ['A', 'B', 'C']) await places.enter(owner, never)
    const entered: string[] = []
    const waiting = ['B', 'D'].map((owner) => places.enter(owner, never).then(() => entered.push(owner)))
    leave()
    await Promise.race(waiting)
    expect(entered).toEqual(['D'])
  })

  test('an owner with too many waiting requests gets 503, and others still wait', async () => {
    const places = createLargeBodyPlaces({ places: 1, waitingPerOwner: 1 })
    await places.enter('A', never)
    const waiting = places.enter('A', never)
    await expect(places.enter('A', never)).rejects.toMatchObject({
      code: 'part-unavailable',
      headers: { 'Retry-After': '5' },
    })
    const other = places.enter('B', never)
    expect(await isPending(Promise.race([waiting, other]))).toBe(true)
  })

  test('a request gets 503 when too many wait, or when it has waited too long', async () => {
    const places = createLargeBodyPlaces({ places: 1, waiting: 1, waitMs: 1 })
    await places.enter('A', never)
    const late = places.enter('B', never)
    await expect(places.enter('C', never)).rejects.toMatchObject({ code: 'part-unavailable' })
    await expect(late).rejects.toMatchObject({ code: 'part-unavailable', headers: { 'Retry-After': '5' } })
  })

  test('a request whose client leaves makes room in the queue', async () => {
    const places = createLargeBodyPlaces({ places: 1, waiting: 1 })
    const leave = await places.enter('A', never)
    const client = new AbortController()
    const left = places.enter('B', client.signal)
    client.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    const next = places.enter('C', never)
    leave()
    await next
  })
})
