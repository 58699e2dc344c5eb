import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventStreams } from './event-stream.ts'

let eventStream: ReturnType<typeof createEventStreams>
beforeEach(() => {
  vi.useFakeTimers()
  eventStream = createEventStreams()
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.destroy()
  vi.useRealTimers()
})

const streams: Readable[] = []

/** The events that were sent so far. */
function watch(look: () => Promise<unknown>, isOver = () => false) {
  const { stream } = eventStream({ event: 'tried', look, isOver })
  streams.push(stream)
  let text = ''
  stream.on('data', (chunk: string) => {
    text += chunk
  })
  return { stream, sent: () => text }
}

test('the state is sent immediately, then after each change', async () => {
  let percent = 0
  const { sent } = watch(async () => ({ percent }))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent()).toBe('retry: 2000\n\nevent: tried\ndata: {"percent":0}\n\n')
  percent = 50
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent().match(/data: .*/g)).toEqual(['data: {"percent":0}', 'data: {"percent":50}'])
})

test('a line break in a text does not end its event', async () => {
  const { sent } = watch(async () => ({ text: 'one\ntwo\r\n\nthree' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent().match(/data: (.*)\n\n$/)?.[1]).toBe('{"text":"one\\ntwo\\r\\n\\nthree"}')
})

test('a stream without changes sends comments, and ends after five minutes', async () => {
  const { sent, stream } = watch(async () => 'same')
  await vi.advanceTimersByTimeAsync(14_000)
  expect(sent()).not.toContain('\n:\n\n')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent().match(/^:$/gm)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(283_000)
  expect(stream.readableEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(stream.readableEnded).toBe(true)
})

test('it ends when the resource no longer exists, and when the service stops', async () => {
  let there: object | null = {}
  let stopping = false
  const gone = watch(async () => there)
  const over = watch(
    async () => ({}),
    () => stopping,
  )
  await vi.advanceTimersByTimeAsync(1_500)
  expect([gone.stream.readableEnded, over.stream.readableEnded]).toEqual([false, false])
  there = null
  stopping = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect([gone.stream.readableEnded, over.stream.readableEnded]).toEqual([true, true])
})

test('a disconnected client causes no further reads', async () => {
  const look = vi.fn(async () => ({}))
  const { stream } = watch(look)
  await vi.advanceTimersByTimeAsync(500)
  stream.destroy()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(look).toHaveBeenCalledTimes(1)
})

test('all streams read at the same time, whenever they started', async () => {
  const at: number[] = []
  const look = async () => ({ place: at.push(performance.now()) > 0 })
  watch(look)
  await vi.advanceTimersByTimeAsync(400)
  watch(look)
  await vi.advanceTimersByTimeAsync(700)
  expect(at).toHaveLength(4)
  expect(at[2]).toBe(at[3])
})
