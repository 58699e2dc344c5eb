/** Senders, headers, and what says that a machine wrote the mail. */
import { attached, csv, mail, multipart, part, withParts } from '../mail-builder.ts'
import { cases, list, type MailExpectation, type Row } from './mail-case.ts'

const from = (header: string, address: string | null): Row => [
  header.slice(0, 60),
  mail([header, 'Content-Type: text/csv; name=list.csv'], csv, []),
  { ...list, from: address, subject: '', messageId: null },
]

export const senders = cases('the sender', [
  from('From: bookings@operator.example', 'bookings@operator.example'),
  from('from: <BOOKINGS@Operator.Example>', 'bookings@operator.example'),
  from('From: "Bookings, nightly" <bookings@operator.example>', 'bookings@operator.example'),
  from('From: =?utf-8?Q?Buchungen_=C3=BC?= <bookings@operator.example>', 'bookings@operator.example'),
  from('From:\r\n Bookings\r\n <bookings@operator.example>', 'bookings@operator.example'),
  from('From: bookings@operator.example (nightly)', 'bookings@operator.example'),
  from('From: "bookings@operator.example" <thief@elsewhere.example>', 'thief@elsewhere.example'),
  from('From: bookings@operator.example <thief@elsewhere.example>', 'thief@elsewhere.example'),
  from('From: a@operator.example, b@operator.example', null),
  from('From: a@operator.example\r\nFrom: b@operator.example', null),
  from('From: Team: a@operator.example, b@operator.example;', null),
  from('From: Team: a@operator.example;', null),
  from('From: undisclosed-recipients:;', null),
  from('From: =?utf-8?B?Ym9va2luZ3NAb3BlcmF0b3IuZXhhbXBsZQ==?=', null),
  from('From: =?utf-8?B?PGJvb2tpbmdzQG9wZXJhdG9yLmV4YW1wbGU+?=', null),
  from('From: <=?utf-8?Q?bookings?=@operator.example>', null),
  from('From: bookings', null),
  from('From: <@operator.example>', null),
  from('From: <a@b@operator.example>', null),
  from('From: <a@operator.example', 'a@operator.example'),
  from('From:', null),
  from('From: <>', null),
  from('Sender: bookings@operator.example', null),
  from('Resent-From: bookings@operator.example', null),
  from('From : bookings@operator.example', null),
  from(`From: ${'x'.repeat(2000)} <bookings@operator.example>`, null),
  from('From: bookings@\u0000operator.example', 'bookings@operator.example'),
])

const headed = (name: string, headers: string[], expected: MailExpectation): Row => [
  name,
  mail([...headers, 'Content-Type: text/csv; name=list.csv'], csv, ['From: bookings@operator.example']),
  { ...list, subject: '', messageId: null, ...expected },
]

export const headers = cases('the headers', [
  headed('a subject in encoded words', ['Subject: =?utf-8?B?QnVjaHVuZ2Vu?= =?utf-8?Q?_M=C3=A4rz?='], {
    subject: 'Buchungen März',
  }),
  headed('a subject in bytes of UTF-8', [`Subject: ${Buffer.from('März').toString('latin1')}`], { subject: 'März' }),
  headed('a folded subject', ['Subject: Tonight\r\n and\r\n\ttomorrow'], { subject: 'Tonight and tomorrow' }),
  headed('a subject with control characters', ['Subject: To\u0000ni\u0007ght'], { subject: 'Tonight' }),
  headed('a subject with a line break in an encoded word', ['Subject: =?utf-8?Q?a=0D=0AFrom:_b?='], {
    subject: 'a  From: b',
  }),
  headed('a subject of 100,000 characters', [`Subject: ${'x'.repeat(100_000)}`], { subject: 'x'.repeat(998) }),
  headed('a subject in an unknown charset', ['Subject: =?no-such?Q?x?='], { subject: 'x' }),
  headed('two subjects', ['Subject: one', 'Subject: two'], { subject: 'one' }),
  headed('a Message-ID without brackets', ['Message-ID: 1@operator.example'], { messageId: '<1@operator.example>' }),
  headed('a Message-ID with text around', ['Message-ID: "x" <1@operator.example> (y)'], {
    messageId: '<1@operator.example>',
  }),
  headed('two Message-IDs', ['Message-ID: <1@operator.example>', 'Message-ID: <2@operator.example>'], {
    messageId: '<1@operator.example>',
  }),
  headed('an empty Message-ID', ['Message-ID:'], { messageId: null }),
  headed('a Message-ID of 5,000 characters', [`Message-ID: <${'x'.repeat(5000)}@operator.example>`], {
    messageId: null,
  }),
  headed('references', ['In-Reply-To: <1@a.example>', 'References: <0@a.example>\r\n <1@a.example>'], {
    references: ['<1@a.example>', '<0@a.example>'],
  }),
  headed(
    '5,000 references',
    [`References: ${Array.from({ length: 5000 }, (_, index) => `<${index}@a.example>`).join('\r\n ')}`],
    { references: Array.from({ length: 100 }, (_, index) => `<${index}@a.example>`) },
  ),
  headed('a date of 1970', ['Date: Thu, 1 Jan 1970 00:00:00 +0000'], {}),
  headed('a date of 9999', ['Date: Fri, 31 Dec 9999 23:59:59 +0000'], {}),
  headed('a date that is none', ['Date: tomorrow'], {}),
  headed('lines that are no headers', ['no header', '', ': nothing', '=?', 'From'], { files: [] }),
  headed('a header name in 8 bits', ['X-\u00fc: 1'], {}),
  headed('bare carriage returns', ['Subject: a\rFrom: b'], { subject: 'a From: b' }),
  headed(
    '10,000 headers',
    Array.from({ length: 10_000 }, (_, index) => `X-${index}: ${index}`),
    {},
  ),
  headed('10,000 lines of one header', [`X-Long: ${Array.from({ length: 10_000 }, () => 'x').join('\r\n ')}`], {}),
  [
    'a header line of 1.2 MB',
    () => mail([`X-Long: ${'x'.repeat(1_200_000)}`, 'Content-Type: text/csv; name=list.csv'], csv),
    { from: null, subject: '', messageId: null, refused: [['', 'too-complex']] },
  ],
  [
    'a part with a header line of 600 kB',
    () => withParts(attached(), part([`X-Long: ${'x'.repeat(600_000)}`], 'x')),
    { refused: [['', 'too-complex']] },
  ],
])

const machine = (...lines: string[]): Buffer => mail([...lines, 'Content-Type: text/csv; name=list.csv'], csv)
const answers = { ...list, automatic: true }

export const machines = cases('a machine’s mail', [
  ['Auto-Submitted: auto-generated', machine('Auto-Submitted: auto-generated'), answers],
  ['Auto-Submitted in another case and folded', machine('AUTO-SUBMITTED:\r\n Auto-Replied'), answers],
  ['Auto-Submitted: no', machine('Auto-Submitted: no'), list],
  ['Precedence: bulk', machine('Precedence: bulk'), answers],
  ['a list', machine('List-Id: <bookings.operator.example>'), answers],
  ['X-Auto-Response-Suppress', machine('X-Auto-Response-Suppress: All'), answers],
  ['an empty Return-Path', machine('Return-Path: <>'), answers],
  [
    'mailer-daemon',
    mail(['Content-Type: text/csv; name=list.csv'], csv, ['From: MAILER-DAEMON@operator.example']),
    { ...answers, from: 'mailer-daemon@operator.example', subject: '', messageId: null },
  ],
  [
    'a bounce with our own list in it',
    () => {
      const { header, body: parts } = multipart(
        [
          part(['Content-Type: text/plain'], 'Undeliverable.'),
          part(['Content-Type: message/delivery-status'], 'Status: 5.1.1'),
          part(
            ['Content-Type: message/rfc822'],
            mail(['Content-Type: text/csv; name=failed.csv'], csv).toString('latin1'),
          ),
        ],
        'report',
      )
      return mail([header.replace('report;', 'report; report-type=delivery-status;')], parts)
    },
    { automatic: true },
  ],
  [
    'a receipt',
    mail(
      ['Content-Type: multipart/report; report-type=disposition-notification; boundary=b'],
      multipart([part(['Content-Type: message/disposition-notification'], 'Disposition: displayed')]).body,
    ),
    { automatic: true },
  ],
])
