import { loadPortalTexts } from '@guidebook/messages/portal'
import { expect, test } from 'vitest'
import { answerText } from './delivery-states.ts'

test('an attempt shows its outcome in words and, if there was a response, the status', async () => {
  const t = await loadPortalTexts('en')
  expect(answerText({ status: 503, outcome: 'refused' }, t)).toBe('refused (503)')
  expect(answerText({ status: 410, outcome: 'gone' }, t)).toBe('endpoint closed (410)')
  expect(answerText({ status: null, outcome: 'connection-failed' }, t)).toBe('no connection')
  expect(answerText({ status: null, outcome: 'newer-outcome' }, t)).toBe('newer-outcome')
  expect(answerText({ status: null, outcome: 'constructor' }, t)).toBe('constructor')
})
