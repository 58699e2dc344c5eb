/** How a part is laid into a mail: disposition and transfer encoding. */
import { attached, base64, csv, mail, part, withParts } from '../mail-builder.ts'
import { cases, encoded, list, named, nothing, refused } from './mail-case.ts'

export const dispositions = cases('the disposition', [
  ['is inline', withParts(attached({ disposition: 'inline' })), list],
  ['is in capitals', withParts(attached({ disposition: 'ATTACHMENT' })), list],
  ['is nonsense', withParts(attached({ disposition: 'nonsense' })), list],
  ['is empty', withParts(attached({ disposition: '' })), list],
  ['is missing', withParts(part(['Content-Type: text/csv; name=list.csv'], csv)), list],
  ['and a name are missing: text/csv', withParts(part(['Content-Type: text/csv'], csv)), named(null)],
  [
    'and a name are missing: a list as octets',
    withParts(part(['Content-Type: application/octet-stream'], csv)),
    named(null),
  ],
  ['and a name are missing: no list', withParts(part(['Content-Type: application/octet-stream'], 'nothing')), nothing],
  [
    'has no name: a list as text',
    withParts(part(['Content-Type: text/plain', 'Content-Disposition: attachment'], csv)),
    named(null),
  ],
  [
    'has no name: no list',
    withParts(part(['Content-Type: text/plain', 'Content-Disposition: attachment'], 'Bye.')),
    nothing,
  ],
])

export const encodings = cases('the transfer encoding', [
  ['7bit', encoded('7bit', csv), list],
  ['8bit', encoded('8bit', Buffer.from('a;ü').toString('latin1')), { files: [['list.csv', 'a;ü']] }],
  ['binary', encoded('binary', csv), list],
  ['base64', encoded('base64', base64(csv)), list],
  ['BASE64 in capitals', encoded('BASE64', base64(csv)), list],
  ['base64 with a comment', encoded('base64 (of course)', base64(csv)), list],
  ['base64 in one line', encoded('base64', Buffer.from(csv).toString('base64')), list],
  ['base64 with blanks and garbage', encoded('base64', base64(csv).replace(/(.{5})/g, '$1 *\t!')), list],
  ['base64 without padding', encoded('base64', base64(csv).replace(/=+$/, '')), list],
  [
    'base64 with every line padded by itself',
    encoded('base64', ['a;b\r\n', '1;2\r\n'].map(base64).join('\r\n')),
    { files: [['list.csv', 'a;b\r\n1;2\r\n']] },
  ],
  [
    'base64 that ends in the middle',
    encoded('base64', base64(csv).slice(0, 40)),
    { files: [['list.csv', csv.slice(0, 30)]] },
  ],
  ['base64 that holds nothing', encoded('base64', ''), { files: [['list.csv', '']] }],
  ['quoted-printable', encoded('quoted-printable', 'a;=C3=BC;=\r\nb\r\n=3D'), { files: [['list.csv', 'a;ü;b\r\n=']] }],
  [
    'quoted-printable with broken escapes',
    encoded('quoted-printable', 'a=ZZ;=4'),
    { files: [['list.csv', 'a=ZZ;=4']] },
  ],
  [
    'quoted-printable in lines of 10,000 characters',
    encoded('quoted-printable', 'x'.repeat(10_000)),
    { files: [['list.csv', 'x'.repeat(10_000)]] },
  ],
  ['unknown', encoded('x-nonsense', csv), list],
  ['uuencode', encoded('x-uuencode', 'begin 644 list.csv'), refused('list.csv', 'old-encoding')],
  ['yEnc', encoded('x-yenc', '=ybegin line=128'), refused('list.csv', 'old-encoding')],
  [
    'uuencode in the text of the mail',
    mail([], 'Hello,\r\n\r\nbegin 644 list.csv\r\nM1234\r\n`\r\nend\r\n'),
    refused('text/plain', 'old-encoding'),
  ],
  [
    'yEnc in the text of the mail',
    mail([], '=ybegin line=128 size=1 name=list.csv\r\n'),
    refused('text/plain', 'old-encoding'),
  ],
])
