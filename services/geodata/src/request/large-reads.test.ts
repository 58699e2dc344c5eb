import { setImmediate as settled } from 'node:timers/promises'
import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createLargeReadShares, readAtOneMoment } from './large-reads.ts'

test('a large response waits for another of its account without a transaction, a small one does not', async () => {
  let transactions = 0
  const transaction = async (work: (trx: Knex.Transaction) => Promise<unknown>) => {
    transactions++
    try {
      return await work({} as Knex.Transaction)
    } finally {
      transactions--
    }
  }
  const context = { database: { knex: { transaction } }, largeReads: createLargeReadShares() } as unknown as Context
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const begun: string[] = []
  const read = (name: string, items: number, bytes: number) =>
    readAtOneMoment(context, { owner: name.slice(0, 1), signal: new AbortController().signal }, async () => ({
      items,
      bytes,
      read: async () => {
        begun.push(name)
        await end
        return { name }
      },
    }))
  const all = [
    read('a: many bytes', 1, 256 * 1024),
    read('a: many items', 1025, 0),
    read('a: small', 1023, 256),
    read('b: many items', 1025, 0),
  ]
  await settled()
  expect(begun.toSorted()).toEqual(['a: many bytes', 'a: small', 'b: many items'])
  expect(transactions).toBe(3)
  resolve()
  expect((await Promise.all(all)).map(({ name }) => name)).toContain('a: many items')
  expect(transactions).toBe(0)
})
