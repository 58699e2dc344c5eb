/** Files that are no CSV file, whatever they call themselves. */
import { attached, base64, csv, mail, multipart, part, withParts, zip } from '../mail-builder.ts'
import { cases, list, nothing, refused } from './mail-case.ts'

const workbook = () => zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })

export const others = cases('a file of another kind', [
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
