import { expect, it } from 'vitest'
import { simultaneous, unexcusedRepeats } from './unexcused-repeats.ts'
import type { Posted } from './webhook-ledger.ts'

const posted = (arrivedAt: number, answeredAt: number, { webhookId = 'msg_1', status = 204 } = {}): Posted => ({
  ...{ webhookId, account: 'a', body: '{}', signed: true },
  ...{ arrivedAt, answeredAt, status },
})
const killed = (name: string, at: number) => ({ name, at })

it('a repeat after an acknowledgement needs a kill of the dispatcher or the database between its POST and its record', () => {
  const first = posted(10_000, 10_500)
  const both = [first, posted(30_000, 30_001)]
  expect(unexcusedRepeats(both, [])).toEqual([first])
  expect(unexcusedRepeats(both, [killed('webhooks', 10_200)])).toEqual([])
  expect(unexcusedRepeats(both, [killed('postgres', 11_500)])).toEqual([])
  expect(unexcusedRepeats(both, [killed('postgres', 8_999)])).toEqual([first])
  expect(unexcusedRepeats(both, [killed('webhooks', 11_501)])).toEqual([first])
  expect(unexcusedRepeats(both, [killed('rabbitmq', 10_200)])).toEqual([first])
})

it('a repeat after a refusal, and two deliveries, need no excuse', () => {
  expect(unexcusedRepeats([posted(1, 2, { status: 503 }), posted(5_001, 5_002)], [])).toEqual([])
  expect(unexcusedRepeats([posted(1, 2), posted(5_001, 5_002, { webhookId: 'msg_2' })], [])).toEqual([])
})

it('a POST that comes before another of its id is answered is found', () => {
  const second = posted(15, 16)
  expect(simultaneous([posted(10, 20), second, posted(21, 22)])).toEqual([second])
  expect(simultaneous([posted(10, 20), posted(15, 16, { webhookId: 'msg_2' })])).toEqual([])
})
