import { expect, test } from 'vitest'
import { smtpOutcome } from './smtp-outcome.ts'

test.each([
  ['nobody listens', { code: 'ESOCKET' }, 'unavailable'],
  ['the server closes its door', { code: 'EPROTOCOL', responseCode: 421 }, 'unavailable'],
  ['our password is wrong', { code: 'EAUTH', responseCode: 535 }, 'unavailable'],
  ['a full mailbox, for now', { code: 'EENVELOPE', responseCode: 452 }, 'later'],
  ['no such receiver', { code: 'EENVELOPE', responseCode: 550 }, 'never'],
  ['the content is refused', { code: 'EMESSAGE', responseCode: 554 }, 'never'],
  ['no receiver at all', { code: 'EENVELOPE' }, 'never'],
  ['something unknown', {}, 'later'],
])('%s', (_what, error, outcome) => {
  expect(smtpOutcome(Object.assign(new Error('x'), error))).toBe(outcome)
})
