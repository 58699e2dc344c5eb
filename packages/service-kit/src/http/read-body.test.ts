import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { MinimumRate } from './minimum-rate.ts'
import { BodyBuffer, type BodyStore, receiveBody } from './read-body.ts'

/** A request whose body the test writes. */
function incoming(headers: Record<string, string> = {}) {
  const body = new PassThrough()
  return { body, request: Object.assign(body, { headers }) as unknown as IncomingMessage }
}

describe('receiving a body', () => {
  test('is complete when its last chunk is stored, even if the store is slower than the client', async () => {
    const stored: string[] = []
    const releases: (() => void)[] = []
    const slow: BodyStore = {
      add: async (chunk) => {
        await new Promise<void>((resolve) => releases.push(resolve))
        stored.push(chunk.toString())
      },
    }
    const { body, request } = incoming()
    const received = receiveBody(request, { limit: 100 }, slow).then(() => stored.push('complete'))
    body.write('a')
    body.end('b')
    for (const _ of ['a', 'b']) {
      await vi.waitFor(() => expect(releases).toHaveLength(1), { timeout: 10_000 })
      // The end of the body has arrived by now.
      await new Promise((resolve) => setImmediate(resolve))
      releases.shift()?.()
    }
    await received
    expect(stored).toEqual(['a', 'b', 'complete'])
  })

  test('fails as the store fails', async () => {
    const full: BodyStore = { add: () => Promise.reject(new Error('disk full')) }
    const { body, request } = incoming()
    const received = receiveBody(request, { limit: 100 }, full)
    body.end('a')
    await expect(received).rejects.toThrow('disk full')
  })

  test('below the minimum rate is refused with 408, and ends the connection', async () => {
    const rate = new MinimumRate({ graceMs: 20, bytesPerSecond: 1_000_000 })
    const { body, request } = incoming()
    body.write('a')
    await expect(receiveBody(request, { limit: 100, rate }, new BodyBuffer())).rejects.toMatchObject({
      code: 'request-timeout',
      headers: { Connection: 'close' },
    })
  })

  test('above its limit is refused unread, with the name of the field that may have a file', async () => {
    const { request } = incoming({ 'content-length': '101' })
    await expect(receiveBody(request, { limit: 100, base64: 'pdfBase64' }, new BodyBuffer())).rejects.toMatchObject({
      code: 'payload-too-large',
      detail: 'The body may have at most 100 bytes. A file in pdfBase64 counts a third more than its size.',
    })
  })

  test('of a client that has left already fails at once', async () => {
    const { body, request } = incoming()
    body.destroy()
    await expect(receiveBody(request, { limit: 100 }, new BodyBuffer())).rejects.toThrow('ended early')
  })
})
