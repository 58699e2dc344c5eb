/** Mails that would cost too much. */
import { attached, csv, greeting, mail, nested, part, withParts } from '../mail-builder.ts'
import { cases, encoded, list, refused } from './mail-case.ts'

const deep = (depth: number): Buffer => {
  let inner = attached()
  for (let level = depth; level > 0; level--) inner = nested([inner], 'mixed', `level${level}x`)
  return Buffer.from(
    `From: bookings@operator.example\r\nSubject: Tonight\r\nMessage-ID: <1@operator.example>\r\n${inner}`,
  )
}

export const bounds = cases('the bounds', [
  ['nested 20 deep', deep(20), list],
  ['nested 200 deep', deep(200), refused('', 'too-complex')],
  [
    'forwarded 40 times',
    () => {
      let inner = mail(['Content-Type: text/csv; name=list.csv'], csv)
      for (let level = 0; level < 40; level++) inner = mail(['Content-Type: message/rfc822'], inner.toString('latin1'))
      return inner
    },
    refused('', 'too-complex'),
  ],
  [
    '5,000 parts',
    () => withParts(...Array.from({ length: 5000 }, () => greeting), attached()),
    refused('', 'too-complex'),
  ],
  ['900 parts', () => withParts(...Array.from({ length: 900 }, () => greeting), attached()), list],
  [
    '100 lists',
    () => withParts(...Array.from({ length: 100 }, () => attached())),
    { files: Array.from({ length: 100 }, () => ['list.csv']) },
  ],
  ['101 lists', () => withParts(...Array.from({ length: 101 }, () => attached())), refused('', 'too-many-files')],
  [
    '300 kB of headers',
    () =>
      mail(
        Array.from({ length: 10_000 }, (_, line) => `X-${line}: ${'a'.repeat(20)}`),
        csv,
      ),
    { ...refused('', 'too-complex'), from: null, subject: '', messageId: null },
  ],
  [
    'Base64 of which every byte is padded by itself',
    () => encoded('base64', Array.from(csv, (character) => Buffer.from(character).toString('base64')).join('')),
    list,
  ],
  [
    'a list of 2 MB',
    () => withParts(attached({ content: `${csv}\r\n`.repeat(26_000) })),
    { files: [['list.csv', `${csv}\r\n`.repeat(26_000)]] },
  ],
  [
    'a list of one line of 1.2 MB',
    () => withParts(part(['Content-Type: text/csv; name=list.csv'], 'x;'.repeat(600_000))),
    { files: [['list.csv', 'x;'.repeat(600_000)]] },
  ],
  [
    'a list of blanks in quoted-printable',
    () => encoded('quoted-printable', ' '.repeat(300_000)),
    { files: [['list.csv', ' '.repeat(299_900)]] },
  ],
])
