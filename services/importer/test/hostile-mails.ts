/** Mails as they come, as broken programs write them, and as attackers do, each with what is read from it. All made here. */
import type { RefusalReason } from '../src/mail/refusals.ts'
import {
  attached,
  base64,
  csv,
  flagged,
  greeting,
  gzip,
  mail,
  multipart,
  nested,
  part,
  renamed,
  withMethod,
  withParts,
  zip,
} from './mail-builder.ts'

export interface MailExpectation {
  /** Names and contents, in order; the usual list unless said. */
  files?: [name: string | null, content?: string][]
  refused?: [name: string, reason: RefusalReason][]
  /** `bookings@operator.example` unless said. */
  from?: string | null
  subject?: string
  messageId?: string | null
  references?: string[]
  automatic?: boolean
}

export interface HostileMail extends MailExpectation {
  name: string
  raw: () => Buffer | Promise<Buffer>
}

type Row = [name: string, raw: Buffer | (() => Buffer | Promise<Buffer>), expected: MailExpectation]
const cases = (group: string, rows: Row[]): HostileMail[] =>
  rows.map(([name, raw, expected]) => ({
    name: `${group}: ${name}`,
    raw: Buffer.isBuffer(raw) ? () => raw : raw,
    ...expected,
  }))

const list: MailExpectation = { files: [['list.csv']] }
const nothing: MailExpectation = {}
const named = (name: string | null): MailExpectation => ({ files: [[name]] })
const refused = (name: string, reason: RefusalReason): MailExpectation => ({ refused: [[name, reason]] })

const types = cases(
  'a CSV file by its name, called',
  [
    'text/csv',
    'TEXT/CSV',
    'text/csv; charset=utf-8; header=present',
    'text/csv; charset=no-such-charset',
    'text/x-csv',
    'text/comma-separated-values',
    'text/plain',
    'text/html',
    'application/csv',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/octet-stream',
    'application/x-zip-compressed',
    'application/pdf',
    'application/json',
    'image/png',
    'audio/mpeg',
    'nonsense',
    '',
    '/',
    ';;;',
  ].map((type): Row => [JSON.stringify(type), withParts(attached({ type })), list]),
)

const names = cases('named', [
  ['LIST.CSV', withParts(attached({ name: 'filename="LIST.CSV"' })), named('LIST.CSV')],
  ['with blanks around', withParts(attached({ name: 'filename="  list.csv  "' })), list],
  ['without quotes', withParts(attached({ name: 'filename=list.csv' })), list],
  ['without quotes, with blanks', withParts(attached({ name: 'filename=my list.csv' })), named('my list.csv')],
  ['with a dot at the end', withParts(attached({ name: 'filename="list.csv."' })), list],
  ['list.tsv', withParts(attached({ name: 'filename="list.tsv"' })), named('list.tsv')],
  [
    'list.txt with the content of a list',
    withParts(attached({ type: 'text/plain', name: 'filename="list.txt"' })),
    named('list.txt'),
  ],
  ['only with an extension', withParts(attached({ name: 'filename=".csv"' })), named('.csv')],
  ['without an extension, as text/csv', withParts(attached({ name: 'filename="export"' })), named('export')],
  ['with two extensions', withParts(attached({ name: 'filename="list.xlsx.csv"' })), named('list.xlsx.csv')],
  [
    'in an encoded word (Base64)',
    withParts(attached({ name: 'filename="=?utf-8?B?QnVjaHVuZ2VuIE3DpHJ6LmNzdg==?="' })),
    named('Buchungen März.csv'),
  ],
  [
    'in an encoded word (quoted-printable)',
    withParts(attached({ name: 'filename="=?iso-8859-1?Q?M=E4rz.csv?="' })),
    named('März.csv'),
  ],
  [
    'in two encoded words',
    withParts(attached({ name: 'filename="=?utf-8?Q?M=C3=A4?= =?utf-8?Q?rz.csv?="' })),
    named('März.csv'),
  ],
  ['by RFC 2231', withParts(attached({ name: "filename*=utf-8''M%C3%A4rz.csv" })), named('März.csv')],
  [
    'by RFC 2231 in pieces',
    withParts(attached({ name: "filename*0*=utf-8''M%C3%A4; filename*1*=rz.csv" })),
    named('März.csv'),
  ],
  [
    'by RFC 2231 in pieces out of order',
    withParts(attached({ name: "filename*1*=rz.csv; filename*0*=utf-8''M%C3%A4" })),
    named('März.csv'),
  ],
  [
    'by RFC 2231 in pieces that are not encoded',
    withParts(attached({ name: 'filename*0="list"; filename*1=".csv"' })),
    list,
  ],
  [
    'in bytes of UTF-8',
    withParts(attached({ name: `filename="${Buffer.from('März.csv').toString('latin1')}"` })),
    named('März.csv'),
  ],
  ['only in the type', withParts(attached({ type: 'application/octet-stream; name="list.csv"', name: '' })), list],
  ['differently in both', withParts(attached({ type: 'text/csv; name="other.csv"' })), list],
  ['by a path', withParts(attached({ name: 'filename="../../../etc/cron.d/list.csv"' })), list],
  ['by a path of Windows', withParts(attached({ name: 'filename="C:\\\\temp\\\\list.csv"' })), list],
  ['by an absolute path', withParts(attached({ name: 'filename="/etc/list.csv"' })), list],
  ['with NUL', withParts(attached({ name: 'filename="li\u0000st.csv"' })), list],
  ['against the writing direction', withParts(attached({ name: "filename*=utf-8''li%E2%80%AEst.csv" })), list],
  [
    'with 4,000 characters',
    withParts(attached({ name: `filename="${'x'.repeat(4000)}.csv"` })),
    named(`${'x'.repeat(195)}….csv`),
  ],
  ['with an unknown charset', withParts(attached({ name: "filename*=no-such''list.csv" })), list],
  ['with broken percent signs', withParts(attached({ name: "filename*=utf-8''li%ZZst.csv" })), named('li=ZZst.csv')],
  ['as a formula', withParts(attached({ name: 'filename="=cmd.csv"' })), named('=cmd.csv')],
  ['twice the same', withParts(attached(), attached()), { files: [['list.csv'], ['list.csv']] }],
])

const dispositions = cases('the disposition', [
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

const encoded = (encoding: string, content: string) =>
  withParts(part(['Content-Type: text/csv; name=list.csv', `Content-Transfer-Encoding: ${encoding}`], content))
const encodings = cases('the transfer encoding', [
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

const structures = cases('the structure', [
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
    'an inner multipart that is never closed hides what follows',
    withParts(part(['Content-Type: multipart/mixed; boundary=inner'], `--inner\r\n${greeting}`), attached()),
    nothing,
  ],
])

const archives = cases('an archive', [
  [
    'with one list',
    async () =>
      withParts(
        attached({ type: 'application/zip', name: 'filename=lists.zip', content: await zip({ 'list.csv': csv }) }),
      ),
    list,
  ],
  [
    'with several lists in their order',
    async () => withParts(attached({ name: 'filename=lists.zip', content: await zip({ 'b.csv': csv, 'a.csv': csv }) })),
    { files: [['b.csv'], ['a.csv']] },
  ],
  [
    'with a list in a folder',
    async () => withParts(attached({ name: 'filename=lists.zip', content: await zip({ 'out/2027/list.csv': csv }) })),
    list,
  ],
  [
    'that calls itself octets',
    async () =>
      withParts(
        attached({
          type: 'application/octet-stream',
          name: 'filename=lists.zip',
          content: await zip({ 'list.csv': csv }),
        }),
      ),
    list,
  ],
  ['that calls itself a list', async () => withParts(attached({ content: await zip({ 'list.csv': csv }) })), list],
  [
    'that has no name',
    async () =>
      withParts(attached({ type: 'application/octet-stream', name: '', content: await zip({ 'list.csv': csv }) })),
    list,
  ],
  [
    'whose files are not compressed',
    async () => withParts(attached({ name: 'filename=lists.zip', content: await zip({ 'list.csv': csv }, false) })),
    list,
  ],
  [
    'of macOS',
    async () =>
      withParts(
        attached({
          name: 'filename=lists.zip',
          content: await zip({ 'list.csv': csv, '__MACOSX/._list.csv': '\0', '.DS_Store': 'x', '._list.csv': 'x' }),
        }),
      ),
    list,
  ],
  [
    'with a path upwards',
    async () =>
      withParts(
        attached({
          name: 'filename=lists.zip',
          content: renamed(await zip({ 'xx/xx/xx/list.csv': csv }), 'xx/xx/xx/', '../../../'),
        }),
      ),
    list,
  ],
  [
    'with an absolute path',
    async () =>
      withParts(
        attached({
          name: 'filename=lists.zip',
          content: renamed(await zip({ 'xtmp/list.csv': csv }), 'xtmp/', '/tmp/'),
        }),
      ),
    list,
  ],
  [
    'with a path of Windows',
    async () =>
      withParts(
        attached({
          name: 'filename=lists.zip',
          content: renamed(await zip({ 'Cx/x/list.csv': csv }), 'Cx/x/', 'C:\\x\\'),
        }),
      ),
    list,
  ],
  [
    'with the same name twice',
    async () =>
      withParts(
        attached({
          name: 'filename=lists.zip',
          content: renamed(await zip({ 'one1.csv': csv, 'one2.csv': csv }), 'one2.csv', 'one1.csv'),
        }),
      ),
    { files: [['one1.csv'], ['one1.csv']] },
  ],
  [
    'with a list and a picture',
    async () =>
      withParts(attached({ name: 'filename=lists.zip', content: await zip({ 'logo.png': 'x', 'list.csv': csv }) })),
    list,
  ],
  [
    'with a list and a workbook',
    async () =>
      withParts(
        attached({
          name: 'filename=lists.zip',
          content: await zip({ 'list.csv': csv, 'list.xls': '\xd0\xcf\x11\xe0' }),
        }),
      ),
    { files: [['list.csv']], refused: [['list.xls', 'spreadsheet']] },
  ],
  [
    'with a list named as text',
    async () =>
      withParts(
        attached({ name: 'filename=lists.zip', content: await zip({ 'list.txt': csv, 'readme.txt': 'Read me.' }) }),
      ),
    named('list.txt'),
  ],
  [
    'within an archive',
    async () =>
      withParts(
        attached({ name: 'filename=outer.zip', content: await zip({ 'inner.zip': await zip({ 'list.csv': csv }) }) }),
      ),
    refused('inner.zip', 'archive-nested'),
  ],
  [
    'without a list',
    async () => withParts(attached({ name: 'filename=lists.zip', content: await zip({ 'logo.png': 'x' }) })),
    refused('lists.zip', 'archive-without-csv'),
  ],
  [
    'without a file',
    async () => withParts(attached({ name: 'filename=lists.zip', content: await zip({}) })),
    refused('lists.zip', 'archive-without-csv'),
  ],
  [
    'with an empty list',
    async () => withParts(attached({ name: 'filename=lists.zip', content: await zip({ 'list.csv': '' }) })),
    { files: [['list.csv', '']] },
  ],
  [
    'under a password',
    async () =>
      withParts(attached({ name: 'filename=lists.zip', content: flagged(await zip({ 'list.csv': csv }), 0) })),
    refused('lists.zip', 'archive-encrypted'),
  ],
  [
    'packed in a way that is not known',
    async () =>
      withParts(attached({ name: 'filename=lists.zip', content: withMethod(await zip({ 'list.csv': csv }), 14) })),
    refused('lists.zip', 'archive-unsupported'),
  ],
  [
    'that is cut off',
    async () =>
      withParts(attached({ name: 'filename=lists.zip', content: (await zip({ 'list.csv': csv })).subarray(0, -30) })),
    refused('lists.zip', 'archive-unreadable'),
  ],
  [
    'that lacks its beginning',
    async () =>
      withParts(attached({ name: 'filename=lists.zip', content: (await zip({ 'list.csv': csv })).subarray(40) })),
    refused('lists.zip', 'archive-unreadable'),
  ],
  [
    'whose directory is broken',
    async () =>
      withParts(
        attached({
          name: 'filename=lists.zip',
          content: renamed(await zip({ 'list.csv': csv }), 'PK\x01\x02', 'PK\xff\xff'),
        }),
      ),
    refused('lists.zip', 'archive-unreadable'),
  ],
  [
    'whose content is broken',
    async () => {
      const bytes = await zip({ 'list.csv': csv.repeat(50) })
      return withParts(attached({ name: 'filename=lists.zip', content: bytes.fill(0xff, 45, 70) }))
    },
    refused('lists.zip', 'archive-unreadable'),
  ],
  [
    'that is only called so',
    withParts(attached({ type: 'application/zip', name: 'filename=lists.zip', content: 'no archive' })),
    refused('lists.zip', 'archive-unreadable'),
  ],
  [
    'of 1,500 files',
    async () =>
      withParts(
        attached({
          name: 'filename=lists.zip',
          content: await zip(Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`${index}.csv`, 'x']))),
        }),
      ),
    refused('lists.zip', 'archive-too-large'),
  ],
  [
    'of 150 lists',
    async () =>
      withParts(
        attached({
          name: 'filename=lists.zip',
          content: await zip(Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${index}.csv`, csv]))),
        }),
      ),
    refused('', 'too-many-files'),
  ],
  [
    'that becomes a thousand times as much',
    async () =>
      withParts(
        attached({ name: 'filename=lists.zip', content: await zip({ 'list.csv': Buffer.alloc(40_000_000, '1;') }) }),
      ),
    refused('lists.zip', 'archive-too-large'),
  ],
  ['by gzip', withParts(attached({ name: 'filename=list.csv.gz', content: gzip(csv) })), list],
  [
    'by gzip without its extension',
    withParts(attached({ type: 'application/gzip', name: 'filename=list.csv', content: gzip(csv) })),
    list,
  ],
  [
    'by gzip that is cut off',
    withParts(attached({ name: 'filename=list.csv.gz', content: gzip(csv).subarray(0, -12) })),
    refused('list.csv.gz', 'archive-unreadable'),
  ],
  [
    'by gzip that is broken',
    withParts(attached({ name: 'filename=list.csv.gz', content: gzip(csv).fill(0xff, 20, 40) })),
    refused('list.csv.gz', 'archive-unreadable'),
  ],
  [
    'by gzip that becomes a thousand times as much',
    () => withParts(attached({ name: 'filename=list.csv.gz', content: gzip(Buffer.alloc(40_000_000, '1;')) })),
    refused('list.csv.gz', 'archive-too-large'),
  ],
  [
    'by gzip of a workbook',
    withParts(attached({ name: 'filename=list.xlsx.gz', content: gzip('PK\x03\x04') })),
    refused('list.xlsx.gz', 'spreadsheet'),
  ],
  [
    'by gzip of no list',
    withParts(attached({ name: 'filename=note.txt.gz', content: gzip('Hello.') })),
    refused('note.txt.gz', 'archive-without-csv'),
  ],
  [
    'by gzip within gzip',
    withParts(attached({ name: 'filename=list.csv.gz.gz', content: gzip(gzip(csv)) })),
    refused('list.csv.gz.gz', 'archive-nested'),
  ],
  [
    'by RAR',
    withParts(attached({ name: 'filename=lists.rar', content: 'Rar!\x1a\x07\x01' })),
    refused('lists.rar', 'archive-unsupported'),
  ],
  [
    'by 7-Zip',
    withParts(attached({ name: 'filename=lists.7z', content: Buffer.from('377abcaf271c0004', 'hex') })),
    refused('lists.7z', 'archive-unsupported'),
  ],
  [
    'by tar and gzip',
    withParts(attached({ name: 'filename=lists.tgz', content: gzip(csv) })),
    refused('lists.tgz', 'archive-unsupported'),
  ],
])

const workbook = () => zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })
const others = cases('a file of another kind', [
  [
    'a workbook',
    async () =>
      withParts(attached({ type: 'application/octet-stream', name: 'filename=list.xlsx', content: await workbook() })),
    refused('list.xlsx', 'spreadsheet'),
  ],
  [
    'a workbook that calls itself a list',
    async () => withParts(attached({ content: await workbook() })),
    refused('list.csv', 'spreadsheet'),
  ],
  [
    'a workbook without a name',
    async () => withParts(attached({ type: 'application/octet-stream', name: '', content: await workbook() })),
    refused('application/octet-stream', 'spreadsheet'),
  ],
  [
    'a workbook that is broken',
    withParts(attached({ name: 'filename=list.xlsx', content: 'PK\x03\x04' })),
    refused('list.xlsx', 'spreadsheet'),
  ],
  [
    'an old workbook',
    withParts(attached({ name: 'filename=list.xls', content: Buffer.from('d0cf11e0a1b11ae1', 'hex') })),
    refused('list.xls', 'spreadsheet'),
  ],
  [
    'an old workbook that calls itself a list',
    withParts(attached({ content: Buffer.from('d0cf11e0a1b11ae1', 'hex') })),
    refused('list.csv', 'spreadsheet'),
  ],
  [
    'a table with tabs that calls itself an old workbook',
    withParts(
      attached({ type: 'application/vnd.ms-excel', name: 'filename=list.xls', content: csv.replaceAll(';', '\t') }),
    ),
    { files: [['list.xls', csv.replaceAll(';', '\t')]] },
  ],
  [
    'a web page that calls itself an old workbook',
    withParts(attached({ name: 'filename=list.xls', content: '<html><table>' })),
    refused('list.xls', 'spreadsheet'),
  ],
  [
    'an OpenDocument table',
    async () =>
      withParts(attached({ name: 'filename=list.ods', content: await zip({ mimetype: 'x', 'content.xml': 'x' }) })),
    refused('list.ods', 'spreadsheet'),
  ],
  [
    'an OpenDocument table that calls itself a list',
    async () => withParts(attached({ content: await zip({ mimetype: 'x', 'content.xml': 'x' }) })),
    refused('list.csv', 'spreadsheet'),
  ],
  [
    'a table of Numbers',
    async () =>
      withParts(attached({ name: 'filename=list.numbers', content: await zip({ 'Index/Document.iwa': 'x' }) })),
    refused('list.numbers', 'spreadsheet'),
  ],
  [
    'a document of Word',
    async () =>
      withParts(
        attached({
          name: 'filename=list.docx',
          content: await zip({ '[Content_Types].xml': 'x', 'word/document.xml': 'x' }),
        }),
      ),
    refused('list.docx', 'document'),
  ],
  ['a PDF', withParts(attached({ name: 'filename=list.pdf', content: '%PDF-1.7' })), refused('list.pdf', 'document')],
  ['a PDF that calls itself a list', withParts(attached({ content: '%PDF-1.7' })), refused('list.csv', 'document')],
  [
    'JSON',
    withParts(attached({ type: 'application/json', name: 'filename=list.json', content: '[]' })),
    refused('list.json', 'document'),
  ],
  [
    'XML',
    withParts(attached({ type: 'text/xml', name: 'filename=list.xml', content: '<?xml version="1.0"?><a/>' })),
    refused('list.xml', 'document'),
  ],
  [
    'a picture in the signature beside a list',
    withParts(
      attached({ type: 'image/png', name: 'filename=logo.png', disposition: 'inline', content: '\x89PNG' }),
      attached(),
    ),
    list,
  ],
  [
    'only a picture',
    withParts(attached({ type: 'image/png', name: 'filename=logo.png', content: Buffer.from('89504e47', 'hex') })),
    nothing,
  ],
  [
    'a picture that calls itself a list',
    withParts(attached({ content: Buffer.from('89504e470d0a', 'hex') })),
    refused('list.csv', 'unknown-kind'),
  ],
  [
    'a workbook beside a list',
    async () => withParts(attached({ name: 'filename=list.xlsx', content: await workbook() }), attached()),
    { files: [['list.csv']], refused: [['list.xlsx', 'spreadsheet']] },
  ],
  [
    'winmail.dat',
    withParts(
      attached({ type: 'application/ms-tnef', name: 'filename=winmail.dat', content: Buffer.from('789f3e22', 'hex') }),
    ),
    refused('winmail.dat', 'outlook-container'),
  ],
  [
    'winmail.dat as octets',
    withParts(
      attached({
        type: 'application/octet-stream',
        name: 'filename=winmail.dat',
        content: Buffer.from('789f3e22', 'hex'),
      }),
    ),
    refused('winmail.dat', 'outlook-container'),
  ],
  [
    'an invitation',
    withParts(part(['Content-Type: text/calendar; method=REQUEST; name=invite.ics'], 'BEGIN:VCALENDAR')),
    nothing,
  ],
  [
    'a visiting card',
    withParts(attached({ type: 'text/vcard', name: 'filename=anna.vcf', content: 'BEGIN:VCARD' })),
    nothing,
  ],
  [
    'a mail server’s footer',
    withParts(attached({ type: 'text/plain', name: 'filename=ATT00001.txt', content: 'Confidential.' }), attached()),
    list,
  ],
  [
    'a key of PGP',
    withParts(
      attached({
        type: 'application/pgp-keys',
        name: 'filename=key.asc',
        content: '-----BEGIN PGP PUBLIC KEY BLOCK-----',
      }),
      attached(),
    ),
    list,
  ],
  [
    'something of no kind',
    withParts(attached({ type: 'application/octet-stream', name: 'filename=data.bin', content: '\x01\x02' })),
    refused('data.bin', 'unknown-kind'),
  ],
  [
    'a program',
    withParts(attached({ type: 'application/octet-stream', name: 'filename=list.exe', content: 'MZ\x90' })),
    refused('list.exe', 'unknown-kind'),
  ],
  [
    'encrypted by S/MIME',
    mail(
      [
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
        'Content-Transfer-Encoding: base64',
      ],
      base64('x'),
    ),
    refused('smime.p7m', 'encrypted'),
  ],
  [
    'sealed by S/MIME',
    mail(
      [
        'Content-Type: application/x-pkcs7-mime; smime-type=signed-data; name=smime.p7m',
        'Content-Transfer-Encoding: base64',
      ],
      base64('x'),
    ),
    refused('smime.p7m', 'encrypted'),
  ],
  [
    'encrypted by PGP/MIME',
    mail(
      [multipart([], 'encrypted').header],
      multipart(
        [
          part(['Content-Type: application/pgp-encrypted'], 'Version: 1'),
          part(['Content-Type: application/octet-stream; name=encrypted.asc'], '-----BEGIN PGP MESSAGE-----'),
        ],
        'encrypted',
      ).body,
    ),
    refused('', 'encrypted'),
  ],
  ['encrypted by PGP in the text', mail([], '-----BEGIN PGP MESSAGE-----\r\n'), refused('text/plain', 'encrypted')],
  [
    'encrypted by PGP, attached',
    withParts(
      attached({
        type: 'application/octet-stream',
        name: 'filename=list.csv.pgp',
        content: '-----BEGIN PGP MESSAGE-----',
      }),
    ),
    refused('list.csv.pgp', 'encrypted'),
  ],
  [
    'a piece of a mail',
    mail(['Content-Type: message/partial; id="1"; number=1; total=2'], 'x'),
    refused('', 'partial'),
  ],
  [
    'a link to a file',
    withParts(part(['Content-Type: message/external-body; access-type=URL; URL="https://a.example/list.csv"'], '')),
    refused('', 'external'),
  ],
])

const text = (headers: string[], body: string | Buffer) => mail(headers, Buffer.from(body).toString('latin1'))
const lines = csv.replaceAll('\r\n', '\r\n')
const quotedLines = `> ${lines.replaceAll('\n', '\n> ')}`
const body = (content: string): MailExpectation => ({ files: [[null, content]] })
const bodies = cases('the text of the mail', [
  ['is a list', text([], lines), body(`${lines}\n`)],
  ['is a list behind blank lines', text([], `\r\n\r\n${lines}`), body(`\r\n\r\n${lines}\n`)],
  ['is a list with commas', text([], lines.replaceAll(';', ',')), body(`${lines.replaceAll(';', ',')}\n`)],
  ['is a list above a signature', text([], `${lines}\r\n-- \r\nAnna;a;b;c\r\n`), body(`${lines}\r\n`)],
  ['is a list in Base64', text(['Content-Transfer-Encoding: base64'], base64(lines)), body(`${lines}\n`)],
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
        multipart([part(['Content-Type: text/plain'], lines), part(['Content-Type: text/html'], '<p>')], 'alternative')
          .header,
      ],
      multipart([part(['Content-Type: text/plain'], lines), part(['Content-Type: text/html'], '<p>')], 'alternative')
        .body,
    ),
    body(`${lines}\n`),
  ],
  [
    'is a list, and a file is there',
    mail(
      [multipart([part(['Content-Type: text/plain'], lines), attached()]).header],
      multipart([part(['Content-Type: text/plain'], lines), attached()]).body,
    ),
    list,
  ],
  ['is a list without a type', text([], lines), body(`${lines}\n`)],
  ['is prose', text([], 'Dear all,\r\n\r\nhere is, as said, the list, which, alas, is missing.\r\n'), nothing],
  [
    'is prose with many commas',
    text([], 'Anna, Ben, Carl, Dora,\r\nthe list follows, at last, today, I hope.\r\n'),
    nothing,
  ],
  ['is a list that was quoted', text([], quotedLines), body(`${quotedLines}\n`)],
  ['is a header and no row', text([], 'Booking;Tour;Language;Arrival\r\n'), nothing],
  ['is only a web page', text(['Content-Type: text/html'], `<pre>${lines}</pre>`), nothing],
  [
    'is a list of 5 MB',
    () => text([], `${lines}\r\n${'3;GB-1;de;2027-07-12\r\n'.repeat(230_000)}`),
    body(`${lines}\r\n${'3;GB-1;de;2027-07-12\r\n'.repeat(230_000)}`),
  ],
  ['is one line of 3 MB', () => text([], 'x'.repeat(3_000_000)), nothing],
])

const from = (header: string, address: string | null): Row => [
  header.slice(0, 60),
  mail([header, 'Content-Type: text/csv; name=list.csv'], csv, []),
  { ...list, from: address, subject: '', messageId: null },
]
const senders = cases('the sender', [
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
const headers = cases('the headers', [
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
    'a header line of 2 MB',
    () => mail([`X-Long: ${'x'.repeat(2_000_000)}`, 'Content-Type: text/csv; name=list.csv'], csv),
    { from: null, subject: '', messageId: null, refused: [['', 'too-complex']] },
  ],
  [
    'a part with a header line of 2 MB',
    () => withParts(attached(), part([`X-Long: ${'x'.repeat(2_000_000)}`], 'x')),
    { refused: [['', 'too-complex']] },
  ],
])

const machine = (...lines: string[]): Buffer => mail([...lines, 'Content-Type: text/csv; name=list.csv'], csv)
const answers = { ...list, automatic: true }
const machines = cases('a machine’s mail', [
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

const deep = (depth: number): Buffer => {
  let inner = attached()
  for (let level = depth; level > 0; level--) inner = nested([inner], 'mixed', `level${level}x`)
  return Buffer.from(
    `From: bookings@operator.example\r\nSubject: Tonight\r\nMessage-ID: <1@operator.example>\r\n${inner}`,
  )
}
const bounds = cases('the bounds', [
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
    'a list of 10 MB',
    () => withParts(attached({ content: `${csv}\r\n`.repeat(130_000) })),
    { files: [['list.csv', `${csv}\r\n`.repeat(130_000)]] },
  ],
  [
    'a list of one line of 3 MB',
    () => withParts(part(['Content-Type: text/csv; name=list.csv'], 'x;'.repeat(1_500_000))),
    { files: [['list.csv', 'x;'.repeat(1_500_000)]] },
  ],
  [
    'a list of blanks in quoted-printable',
    () => encoded('quoted-printable', ' '.repeat(300_000)),
    { files: [['list.csv', ' '.repeat(299_900)]] },
  ],
])

export const hostileMails: readonly HostileMail[] = [
  ...types,
  ...names,
  ...dispositions,
  ...encodings,
  ...structures,
  ...archives,
  ...others,
  ...bodies,
  ...senders,
  ...headers,
  ...machines,
  ...bounds,
]
