import { expect, test } from 'vitest'
import { smtpOutcome } from './smtp-outcome.ts'

test.each([
  ['nobody listens', { code: 'ESOCKET' }, 'unavailable'],
  ['the server closes its door', { code: 'EPROTOCOL', responseCode: 421 }, 'unavailable'],
  ['our password is wrong', { code: 'EAUTH', responseCode: 535 }, 'unavailable'],
  ['our user may not log in', { code: 'EAUTH', responseCode: 550 }, 'unavailable'],
  ['the greeting is a refusal', { code: 'EPROTOCOL', command: 'CONN', responseCode: 554 }, 'unavailable'],
  ['our name is refused', { code: 'EPROTOCOL', command: 'HELO', responseCode: 550 }, 'unavailable'],
  ['the server closes with a refusal', { code: 'ECONNECTION', command: 'CONN', responseCode: 554 }, 'unavailable'],
  ['the server does not reply to our name', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, 'unavailable'],
  ['a full mailbox, for now', { code: 'EENVELOPE', responseCode: 452 }, 'later'],
  ['no such receiver', { code: 'EENVELOPE', responseCode: 550 }, 'never'],
  ['the content is refused', { code: 'EMESSAGE', responseCode: 554 }, 'never'],
  ['no receiver at all', { code: 'EENVELOPE' }, 'never'],
  ['something unknown', {}, 'later'],
])('%s', (_what, error, outcome) => {
  expect(smtpOutcome(Object.assign(new Error('x'), error), false)).toBe(outcome)
})

test.each([
  ['the server does not confirm in time', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, 'later'],
  ['the server closes the connection', { code: 'ECONNECTION' }, 'later'],
  ['the network fails', { code: 'ESOCKET' }, 'later'],
  ['the content is refused', { code: 'EMESSAGE', responseCode: 554 }, 'never'],
  ['the server stops', { code: 'EMESSAGE', responseCode: 421 }, 'unavailable'],
])('after content was sent: %s', (_what, error, outcome) => {
  expect(smtpOutcome(Object.assign(new Error('x'), error), true)).toBe(outcome)
})
