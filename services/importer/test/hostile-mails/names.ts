/** By which a part is taken for a CSV file: its type and its name. */
import { attached, withParts } from '../mail-builder.ts'
import { cases, list, named, type Row } from './mail-case.ts'

export const types = cases(
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

export const names = cases('named', [
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
