import { loadPortalTexts } from '@guidebook/messages/portal'
import { expect, test } from 'vitest'
import { answerText, isDue } from './delivery-states.ts'

test('an attempt shows its outcome in words and, if there was a response, the status', async () => {
  const t = await loadPortalTexts('en')
  expect(answerText({ status: 503, outcome: 'refused' }, t)).toBe('refused (503)')
  expect(answerText({ status: 410, outcome: 'gone' }, t)).toBe('endpoint closed (410)')
  expect(answerText({ status: null, outcome: 'connection-failed' }, t)).toBe('no connection')
  expect(answerText({ status: null, outcome: 'newer-outcome' }, t)).toBe('newer-outcome')
  expect(answerText({ status: null, outcome: 'constructor' }, t)).toBe('constructor')
})

test('a delivery is due shortly before and after its next attempt, and not while it waits for the end of a pause or hours', () => {
  const now = Date.parse('2026-07-15T12:00:00Z')
  const due = (state: 'pending' | 'failed', seconds: number | null) =>
    isDue({ state, nextAttemptAt: seconds === null ? null : new Date(now + seconds * 1000).toISOString() }, now)
  expect([due('pending', null), due('pending', 30), due('pending', -30)]).toEqual([true, true, true])
  expect([due('pending', 3_600), due('pending', -300), due('failed', null)]).toEqual([false, false, false])
})
