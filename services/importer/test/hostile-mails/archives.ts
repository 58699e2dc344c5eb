/** Archives, whole and broken ones. */
import { attached, csv, flagged, gzip, renamed, withMethod, withParts, zip } from '../mail-builder.ts'
import { cases, list, named, refused } from './mail-case.ts'

/** An archive of so many small files. */
const zipOf = (count: number, content: string, extension = 'csv') =>
  zip(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.${extension}`, content])), false)

export const archives = cases('an archive', [
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
    'of 1,001 files',
    async () => withParts(attached({ name: 'filename=lists.zip', content: await zipOf(1001, 'x') })),
    refused('lists.zip', 'archive-too-large'),
  ],
  [
    'of 101 lists',
    async () => withParts(attached({ name: 'filename=lists.zip', content: await zipOf(101, csv) })),
    refused('', 'too-many-files'),
  ],
  [
    'of 1,000 documents',
    async () => withParts(attached({ name: 'filename=lists.zip', content: await zipOf(1_000, '', 'pdf') })),
    { refused: Array.from({ length: 1_000 }, (_, index) => [`${index}.pdf`, 'document']) },
  ],
  [
    'of 1,000 documents, six times',
    async () => {
      const content = await zipOf(1_000, '', 'pdf')
      return withParts(...Array.from({ length: 6 }, (_, n) => attached({ name: `filename=${n}.zip`, content })))
    },
    refused('', 'too-many-files'),
  ],
  [
    'that becomes a thousand times as much',
    async () =>
      withParts(
        attached({ name: 'filename=lists.zip', content: await zip({ 'list.csv': Buffer.alloc(34_000_000, '1;') }) }),
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
    () => withParts(attached({ name: 'filename=list.csv.gz', content: gzip(Buffer.alloc(34_000_000, '1;')) })),
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
