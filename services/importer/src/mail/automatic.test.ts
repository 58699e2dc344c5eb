import { expect, it } from 'vitest'
import { isAutomatic } from './automatic.ts'

it.each([
  ['auto-submitted', 'auto-generated'],
  ['auto-submitted', 'auto-replied'],
  ['auto-submitted', 'auto-notified; owner-email="a@b.example"'],
  ['auto-submitted', 'AUTO-REPLIED (vacation)'],
  ['auto-submitted', '(no) auto-generated'],
  ['auto-submitted', '((nested) comment) auto-replied'],
  ['auto-submitted', 'x-something-new'],
  ['auto-submitted', 'notified'],
  ['auto-submitted', ''],
  ['precedence', 'bulk'],
  ['precedence', 'Junk'],
  ['precedence', 'list (of ours)'],
  ['precedence', 'auto_reply'],
  ['x-precedence', 'bulk'],
  ['list-id', 'Bookings <bookings.lists.example>'],
  ['list-unsubscribe', '<mailto:leave@lists.example>'],
  ['list-post', 'NO'],
  ['x-auto-response-suppress', 'All'],
  ['x-auto-response-suppress', 'DR, RN, NRN, OOF, AutoReply'],
  ['x-autoreply', 'yes'],
  ['x-autorespond', 'vacation'],
  ['x-failed-recipients', 'someone@b.example'],
  ['return-path', '<>'],
  ['return-path', ' < > '],
  ['return-path', '<MAILER-DAEMON>'],
  ['return-path', '<mailer-daemon@mx.example>'],
  ['content-type', 'multipart/report; report-type=delivery-status; boundary="b"'],
  ['content-type', 'multipart/Report; report-type=disposition-notification'],
  ['content-type', 'message/delivery-status'],
  ['from', 'Mail Delivery System <MAILER-DAEMON@mx.example>'],
  ['from', 'postmaster@mx.example'],
])('%s: %s is a machine’s', (name, value) => {
  expect(
    isAutomatic([
      ['from', 'a@b.example'],
      [name, value],
    ]),
  ).toBe(true)
})

it.each([
  ['auto-submitted', 'no'],
  ['auto-submitted', 'No (written by hand)'],
  ['auto-submitted', 'no; of=course'],
  ['precedence', 'normal'],
  ['precedence', 'first-class'],
  ['return-path', '<bookings@operator.example>'],
  ['x-loop', 'bookings@operator.example'],
  ['content-type', 'multipart/mixed; boundary="multipart/report"'],
  ['from', 'bookings@operator.example'],
  ['from', '"the postmaster" <anna@operator.example>'],
  ['subject', 'Auto-Submitted: auto-replied'],
  ['x-mailer', 'list'],
])('%s: %s is a person’s or a booking system’s', (name, value) => {
  expect(isAutomatic([[name, value]])).toBe(false)
})
