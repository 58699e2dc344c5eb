/** Lists in the text of the mail itself. */
import { attached, base64, csv, mail, multipart, part } from '../mail-builder.ts'
import { cases, list, type MailExpectation, nothing } from './mail-case.ts'

const text = (headers: string[], body: string | Buffer) => mail(headers, Buffer.from(body).toString('latin1'))
const quotedLines = `> ${csv.replaceAll('\n', '\n> ')}`
const body = (content: string): MailExpectation => ({ files: [[null, content]] })

export const bodies = cases('the text of the mail', [
  ['is a list', text([], csv), body(`${csv}\n`)],
  ['is a list behind blank lines', text([], `\r\n\r\n${csv}`), body(`\r\n\r\n${csv}\n`)],
  ['is a list with commas', text([], csv.replaceAll(';', ',')), body(`${csv.replaceAll(';', ',')}\n`)],
  ['is a list above a signature', text([], `${csv}\r\n-- \r\nAnna;a;b;c\r\n`), body(`${csv}\r\n`)],
  ['is a list in Base64', text(['Content-Transfer-Encoding: base64'], base64(csv)), body(`${csv}\n`)],
  [
    'is a list in quoted-printable',
    text(
      ['Content-Type: text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding: quoted-printable'],
      'a;b;c;d\r\n1;2;3;Z=FCr=\r\nich',
    ),
    body('a;b;c;d\r\n1;2;3;Zürich\n'),
  ],
  [
    'is a list in UTF-8',
    text(['Content-Type: text/plain; charset=utf-8'], 'a;b;c;d\r\n1;2;3;ü'),
    body('a;b;c;d\r\n1;2;3;ü\n'),
  ],
  [
    'is a list in UTF-16',
    text(
      ['Content-Type: text/plain; charset=utf-16le', 'Content-Transfer-Encoding: base64'],
      base64(Buffer.from('a;b;c;d\r\n1;2;3;ü', 'utf16le')),
    ),
    body('a;b;c;d\r\n1;2;3;ü\n'),
  ],
  [
    'is a list in Shift JIS',
    text(
      ['Content-Type: text/plain; charset=shift_jis', 'Content-Transfer-Encoding: base64'],
      base64(Buffer.from('613b623b633b640a313b323b333b975c96f1', 'hex')),
    ),
    body('a;b;c;d\n1;2;3;予約\n'),
  ],
  [
    'is a list in a charset that nobody knows',
    text(['Content-Type: text/plain; charset=no-such'], 'a;b;c;d\r\n1;2;3;x'),
    body('a;b;c;d\r\n1;2;3;x\n'),
  ],
  [
    'is a list with soft line breaks',
    text(['Content-Type: text/plain; format=flowed'], 'a;b;c; \r\nd\r\n1;2;3; \r\n4\r\n'),
    body('a;b;c; d\n1;2;3; 4\n'),
  ],
  [
    'is a list with soft line breaks that go with their blank',
    text(['Content-Type: text/plain; format=flowed; delsp=yes'], 'a;b;c; \r\nd\r\n1;2;3;4\r\n'),
    body('a;b;c;d\n1;2;3;4\n'),
  ],
  [
    'is a list with lines that begin with blanks',
    text(['Content-Type: text/plain; format=flowed'], ' a;b;c;d\r\n 1;2;3;4\r\n'),
    body('a;b;c;d\n1;2;3;4\n'),
  ],
  [
    'is a list beside another text',
    mail(
      [
        multipart([part(['Content-Type: text/plain'], csv), part(['Content-Type: text/html'], '<p>')], 'alternative')
          .header,
      ],
      multipart([part(['Content-Type: text/plain'], csv), part(['Content-Type: text/html'], '<p>')], 'alternative')
        .body,
    ),
    body(`${csv}\n`),
  ],
  [
    'is a list, and a file is there',
    mail(
      [multipart([part(['Content-Type: text/plain'], csv), attached()]).header],
      multipart([part(['Content-Type: text/plain'], csv), attached()]).body,
    ),
    list,
  ],
  ['is a list without a type', text([], csv), body(`${csv}\n`)],
  ['is prose', text([], 'Dear all,\r\n\r\nhere is, as said, the list, which, alas, is missing.\r\n'), nothing],
  [
    'is prose with many commas',
    text([], 'Anna, Ben, Carl, Dora,\r\nthe list follows, at last, today, I hope.\r\n'),
    nothing,
  ],
  ['is prose that begins with a year', text([], 'begin 2027 with the list.\r\nHELLO\r\n'), nothing],
  ['is prose that begins with a number', text([], 'begin 202 of the list,\r\nas said.\r\n'), nothing],
  ['is a list that was quoted', text([], quotedLines), body(`${quotedLines}\n`)],
  ['is a header and no row', text([], 'Booking;Tour;Language;Arrival\r\n'), nothing],
  ['is only a web page', text(['Content-Type: text/html'], `<pre>${csv}</pre>`), nothing],
  [
    'is a list of 1 MB',
    () => text([], `${csv}\r\n${'3;GB-1;de;2027-07-12\r\n'.repeat(50_000)}`),
    body(`${csv}\r\n${'3;GB-1;de;2027-07-12\r\n'.repeat(50_000)}`),
  ],
  ['is one line of 1.2 MB', () => text([], 'x'.repeat(1_200_000)), nothing],
])
