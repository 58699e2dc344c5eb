/** How parts are nested. */
import { attached, base64, csv, greeting, mail, multipart, nested, part, withParts } from '../mail-builder.ts'
import { cases, list, nothing } from './mail-case.ts'

export const structures = cases('the structure', [
  [
    'several files in their order',
    withParts(attached({ name: 'filename=1.csv' }), attached({ name: 'filename=2.csv' })),
    { files: [['1.csv'], ['2.csv']] },
  ],
  [
    'multipart/related',
    mail([multipart([attached()], 'related').header], multipart([attached()], 'related').body),
    list,
  ],
  [
    'multipart/alternative',
    mail(
      [multipart([greeting, attached()], 'alternative').header],
      multipart([greeting, attached()], 'alternative').body,
    ),
    list,
  ],
  [
    'multipart/signed',
    mail(
      [
        multipart([attached(), part(['Content-Type: application/pkcs7-signature; name=smime.p7s'], 'x')], 'signed')
          .header,
      ],
      multipart([attached(), part(['Content-Type: application/pkcs7-signature; name=smime.p7s'], 'x')], 'signed').body,
    ),
    list,
  ],
  ['mixed within mixed', withParts(nested([attached()])), list],
  [
    'a multipart of an unknown kind',
    mail([multipart([attached()], 'nonsense').header], multipart([attached()], 'nonsense').body),
    list,
  ],
  ['the whole mail is the file', mail(['Content-Type: text/csv; name=list.csv'], csv), list],
  [
    'the whole mail is the file in Base64',
    mail(
      [
        'Content-Type: application/octet-stream',
        'Content-Disposition: attachment; filename=list.csv',
        'Content-Transfer-Encoding: base64',
      ],
      base64(csv),
    ),
    list,
  ],
  [
    'a forwarded mail with a file',
    withParts(
      part(
        ['Content-Type: message/rfc822'],
        mail([multipart([attached()]).header], multipart([attached()], 'mixed', 'b').body)
          .toString('latin1')
          .replaceAll('--b', '--c')
          .replace('boundary="b"', 'boundary="c"'),
      ),
    ),
    list,
  ],
  [
    'a forwarded mail, attached',
    withParts(
      part(
        ['Content-Type: message/rfc822', 'Content-Disposition: attachment; filename=mail.eml'],
        mail(['Content-Type: text/csv; name=list.csv'], csv).toString('latin1'),
      ),
    ),
    list,
  ],
  [
    'a forwarded mail in Base64',
    withParts(
      attached({
        type: 'message/rfc822',
        name: 'filename=mail.eml',
        content: mail(['Content-Type: text/csv; name=list.csv'], csv),
      }),
    ),
    list,
  ],
  [
    'a forwarded mail as octets',
    withParts(
      attached({
        type: 'application/octet-stream',
        name: 'filename=mail.eml',
        content: mail(['Content-Type: text/csv; name=list.csv'], csv),
      }),
    ),
    list,
  ],
  [
    'a list as the text of a forwarded mail is none',
    withParts(part(['Content-Type: message/rfc822'], mail([], csv).toString('latin1'))),
    nothing,
  ],
  [
    'a forwarded mail within a forwarded mail',
    withParts(
      attached({
        type: 'message/rfc822',
        name: '',
        content: mail(
          ['Content-Type: message/rfc822'],
          mail(['Content-Type: text/csv; name=list.csv'], csv).toString('latin1'),
        ),
      }),
    ),
    list,
  ],
  ['the boundary is missing', mail(['Content-Type: multipart/mixed'], multipart([attached()]).body), nothing],
  [
    'the boundary is empty',
    mail(['Content-Type: multipart/mixed; boundary=""'], multipart([attached()]).body),
    nothing,
  ],
  [
    'the boundary is another',
    mail(['Content-Type: multipart/mixed; boundary="x"'], multipart([attached()]).body),
    nothing,
  ],
  [
    'the boundary has 200 characters',
    mail(
      [multipart([attached()], 'mixed', 'x'.repeat(200)).header],
      multipart([attached()], 'mixed', 'x'.repeat(200)).body,
    ),
    list,
  ],
  [
    'the boundary is a prefix of another',
    withParts(nested([attached()], 'mixed', 'bb'), attached({ name: 'filename=2.csv' })),
    { files: [['list.csv'], ['2.csv']] },
  ],
  ['the same boundary within itself', withParts(nested([attached()], 'mixed', 'b')), list],
  [
    'the last boundary is missing',
    mail([multipart([attached()]).header], multipart([attached()]).body.replace('--b--\r\n', '')),
    { files: [['list.csv', csv]] },
  ],
  [
    'the last boundary is there twice',
    mail([multipart([attached()]).header], `${multipart([attached()]).body}--b--\r\n`),
    list,
  ],
  [
    'text before the first boundary',
    mail([multipart([attached()]).header], `preamble\r\n${multipart([attached()]).body}`),
    list,
  ],
  [
    'text behind the last boundary',
    mail([multipart([attached()]).header], `${multipart([attached()]).body}epilogue;a;b;c\r\n`),
    list,
  ],
  [
    'an inner multipart before another file',
    withParts(
      part(['Content-Type: multipart/mixed; boundary=inner'], `--inner\r\n${attached()}\r\n--inner--`),
      attached({ name: 'filename=2.csv' }),
    ),
    { files: [['list.csv'], ['2.csv']] },
  ],
  [
    'cut off within the file',
    () => withParts(attached()).subarray(0, -70),
    { files: [['list.csv', csv.slice(0, 30)]] },
  ],
  [
    'cut off within the headers of a part',
    mail([multipart([]).header], '--b\r\nContent-Type: text/csv; na'),
    { files: [[null, '']] },
  ],
  ['only headers', mail([], ''), nothing],
  [
    'only headers, without a line end',
    Buffer.from('From: bookings@operator.example\r\nSubject: Tonight\r\nMessage-ID: <1@operator.example>'),
    nothing,
  ],
  ['nothing at all', Buffer.alloc(0), { from: null, subject: '', messageId: null }],
  ['only line ends', Buffer.from('\r\n\r\n\r\n'), { from: null, subject: '', messageId: null }],
  [
    'bytes that are no mail',
    Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256)),
    { from: null, subject: '', messageId: null },
  ],
  ['only NUL', Buffer.alloc(5000), { from: null, subject: '', messageId: null }],
  ['line feeds alone', Buffer.from(withParts(attached()).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), list],
  [
    'the From line of a mailbox file',
    Buffer.concat([Buffer.from('From bookings@operator.example Thu Jan  1 00:00:00 1970\r\n'), withParts(attached())]),
    list,
  ],
  ['a part without headers', withParts('\r\nJust text.', attached()), list],
  ['a part without an empty line', withParts('Content-Type: text/plain', attached()), list],
  [
    'headers of a part in 8 bits',
    withParts(
      part(['Content-Type: text/csv', 'X-Ümläut: \u00fc', 'Content-Disposition: attachment; filename=list.csv'], csv),
    ),
    list,
  ],
  ['the type twice', withParts(part(['Content-Type: text/csv; name=list.csv', 'Content-Type: image/png'], csv)), list],
  ['the type folded', withParts(part(['Content-Type: text/csv;\r\n\tname=\r\n "list.csv"'], csv)), list],
  [
    'the type with comments',
    withParts(
      part(
        [
          'Content-Type: text/csv (a list); name=list.csv (of tonight)',
          'Content-Disposition: attachment; filename="list.csv"',
        ],
        csv,
      ),
    ),
    list,
  ],
  [
    'an inner multipart that is never closed ends at the boundary of the outer one',
    withParts(part(['Content-Type: multipart/mixed; boundary=inner'], `--inner\r\n${greeting}`), attached()),
    list,
  ],
])
