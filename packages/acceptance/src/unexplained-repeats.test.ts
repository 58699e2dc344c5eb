import { expect, it } from 'vitest'
import { concurrentPosts, unexplainedRepeats } from './unexplained-repeats.ts'
import type { Posted } from './webhook-ledger.ts'

const posted = (arrivedAt: number, answeredAt: number, { webhookId = 'msg_1', status = 204 } = {}): Posted => ({
  webhookId,
  account: 'a',
  body: '{}',
  signed: true,
  arrivedAt,
  answeredAt,
  status,
})
const killed = (name: string, at: number, until = at) => ({ name, at, until })

it('a repeat after an acknowledgement is explained by a kill of the dispatcher between its POST and its record', () => {
  const first = posted(10_000, 10_500)
  const both = [first, posted(30_000, 30_001)]
  expect(unexplainedRepeats(both, [], [])).toEqual([first])
  expect(unexplainedRepeats(both, [killed('webhooks', 10_200)], [])).toEqual([])
  expect(unexplainedRepeats(both, [killed('webhooks', 8_999, 12_000)], [])).toEqual([first])
  expect(unexplainedRepeats(both, [killed('webhooks', 11_501)], [])).toEqual([first])
  expect(unexplainedRepeats(both, [killed('rabbitmq', 10_200)], [])).toEqual([first])
})

it('a repeat after an acknowledgement is explained by a database that is unavailable between its POST and its record', () => {
  const first = posted(10_000, 10_500)
  const both = [first, posted(30_000, 30_001)]
  expect(unexplainedRepeats(both, [killed('postgres', 11_500)], [])).toEqual([])
  expect(unexplainedRepeats(both, [killed('postgres', 5_000, 9_000)], [])).toEqual([])
  expect(unexplainedRepeats(both, [killed('postgres', 5_000, 8_999)], [])).toEqual([first])
  expect(unexplainedRepeats(both, [killed('postgres', 11_501, 12_000)], [])).toEqual([first])
})

it('a repeat after an acknowledgement is explained by the record that it arrived too late', () => {
  const first = posted(10_000, 10_500)
  const both = [first, posted(30_000, 30_001)]
  expect(unexplainedRepeats(both, [], [{ webhookId: 'msg_1', at: 9_900 }])).toEqual([])
  expect(unexplainedRepeats(both, [], [{ webhookId: 'msg_2', at: 9_900 }])).toEqual([first])
  expect(unexplainedRepeats(both, [], [{ webhookId: 'msg_1', at: 29_900 }])).toEqual([first])
})

it('a repeat after a refusal is not an unexplained repeat, nor are two deliveries', () => {
  expect(unexplainedRepeats([posted(1, 2, { status: 503 }), posted(5_001, 5_002)], [], [])).toEqual([])
  expect(unexplainedRepeats([posted(1, 2), posted(5_001, 5_002, { webhookId: 'msg_2' })], [], [])).toEqual([])
})

it('a POST that arrives before the response to another one with its id is reported', () => {
  const second = posted(15, 16)
  expect(concurrentPosts([posted(10, 20), second, posted(21, 22)])).toEqual([second])
  expect(concurrentPosts([posted(10, 20), posted(15, 16, { webhookId: 'msg_2' })])).toEqual([])
})
