import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createLargeReadShares } from '../request/large-reads.ts'
import { writeInTurn } from './write-in-turn.ts'

/** `names`, `stored`: the sizes that the database returns, of the names of all items and of a stored response. */
function fixture({ names, stored }: { names: number; stored: number }) {
  const raw = () => ({ options: async () => ({ rows: [{ bytes: names, reply_bytes: stored }] }) })
  const context = { database: { knex: { raw } }, largeReads: createLargeReadShares() } as unknown as Context
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const begun: string[] = []
  const put = (name: string, bodyBytes: number, imageBytes = 0) => {
    const request = {
      operation: { method: 'PUT' },
      identity: { account: 'a' },
      body: { account: 'a', generalInfo: [{ link: 'item' }], imageBase64: 'A'.repeat(imageBytes) },
      headers: { 'content-length': String(bodyBytes) },
      idempotencyKey: 'key',
      raw: {},
      signal: new AbortController().signal,
    } as unknown as Parameters<typeof writeInTurn>[1]
    return writeInTurn(context, request, async () => {
      begun.push(name)
      await end
    })
  }
  return { put, begun, end: resolve }
}

const large = 256 * 1024

test.each([
  { names: large, bodyBytes: 0, stored: 0 },
  { names: 0, bodyBytes: large, stored: 0 },
  { names: 0, bodyBytes: 0, stored: large },
  { names: large, bodyBytes: 0, stored: 0, imageBytes: large },
])('the second large PUT of an account begins after the first: %o', async ({ bodyBytes, imageBytes, ...sizes }) => {
  const { put, begun, end } = fixture(sizes)
  const both = [put('first', bodyBytes, imageBytes), put('second', bodyBytes, imageBytes)]
  await settled()
  expect(begun).toEqual(['first'])
  end()
  await Promise.all(both)
  expect(begun).toEqual(['first', 'second'])
})

test.each([
  { names: large / 2, bodyBytes: 100, imageBytes: 0 },
  { names: 0, bodyBytes: large, imageBytes: large },
])('small guidebooks do not wait, whatever the size of their images: %o', async ({ names, bodyBytes, imageBytes }) => {
  const { put, begun, end } = fixture({ names, stored: 0 })
  const both = [put('first', bodyBytes, imageBytes), put('second', bodyBytes, imageBytes)]
  await settled()
  expect(begun).toEqual(['first', 'second'])
  end()
  await Promise.all(both)
})
