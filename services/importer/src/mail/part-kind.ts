import { beginningOf } from '../csv/encoding.ts'
import { looksLikeCsv } from '../csv/looks-like-csv.ts'
import { contentKind } from './content-kind.ts'
import { extensionOf } from './part-name.ts'
import type { RefusalReason } from './refusals.ts'

/** A file before it is read. */
export interface DescribedFile {
  name: string | null
  /** Media type, lower case without parameters; empty for a file in an archive. */
  type: string
  /** The first bytes, up to a few thousand. */
  head: Buffer
}

/** What to do with a file: read it as CSV, open it as an archive, refuse it for a reason, or ignore it. */
export type PartKind = 'csv' | 'zip' | 'gzip' | 'ignored' | RefusalReason

const kindsByExtension: Readonly<Record<string, PartKind>> = {
  ...group('spreadsheet', 'xlsx xlsm xlsb xltx xls xlt ods ots fods numbers sxc wk1 123 gsheet'),
  ...group('document', 'pdf doc docx odt rtf pages html htm mht xml json msg ppt pptx odp sql dbf mdb accdb yaml yml'),
  ...group('archive-unsupported', 'rar 7z tar tgz tbz bz2 xz zst lz lzh arj cab iso'),
  ...group('encrypted', 'pgp gpg p7m aes'),
  ...group('ignored', 'png jpg jpeg jfif gif svg webp bmp tif tiff heic ico emf wmf mp3 mp4 mov avi wav ogg webm'),
  ...group('ignored', 'ics vcf p7s sig asc key css eml'),
}

function group<K extends PartKind>(kind: K, extensions: string): Record<string, K> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, kind]))
}

const csvType = /^(text\/(x-)?(csv|comma-separated-values)|text\/tab-separated-values|application\/(x-)?csv)$/

/** Parts of a mail that are no attached files. */
const ignoredTypes =
  /^(image|audio|video|font)\/|^text\/(html|calendar|vcard|x-vcard|css|richtext|enriched|rfc822-headers)$|^message\/|signature$|^application\/(pgp-keys|pgp-encrypted|ics)$/

/**
 * Classifies a file by its first bytes, then by its name, then by its media type: booking systems send CSV with many names and types, and send other
 * formats as CSV.
 */
export const partKind = ({ name, type, head }: DescribedFile): PartKind => {
  const extension = extensionOf(name)
  const claims = isOwn(kindsByExtension, extension) ? kindsByExtension[extension] : undefined
  const saysCsv = extension === 'csv' || extension === 'tsv' || (extension === '' && csvType.test(type))
  switch (contentKind(head)) {
    case 'zip':
      return claims === 'spreadsheet' || claims === 'document' ? claims : 'zip'
    case 'gzip':
      return extension === 'tgz' ? 'archive-unsupported' : 'gzip'
    case 'archive':
      return 'archive-unsupported'
    case 'ole':
      return claims === 'document' ? 'document' : 'spreadsheet'
    case 'document':
      return 'document'
    case 'markup':
      if (claims === 'spreadsheet' || saysCsv) return 'spreadsheet'
      return claims === 'ignored' || (name === null && ignoredTypes.test(type)) ? 'ignored' : 'document'
    case 'outlook-container':
      return 'outlook-container'
    case 'media':
      return saysCsv ? 'unknown-kind' : 'ignored'
    case 'text':
      return textKind(type, head, extension, claims, saysCsv)
  }
}

const textKind = (
  type: string,
  head: Buffer,
  extension: string,
  claims: PartKind | undefined,
  saysCsv: boolean,
): PartKind => {
  const text = beginningOf(head)
  if (isArmoured(text)) return 'encrypted'
  if (isUsenetEncoded(text)) return 'old-encoding'
  if (saysCsv) return 'csv'
  if (extension === 'zip' || extension === 'gz') return 'archive-unreadable'
  if (claims === 'ignored' || (claims === undefined && ignoredTypes.test(type))) return 'ignored'
  // Old systems write tables with tabs and name them `.xls`.
  if ((claims === undefined || extension === 'xls') && looksLikeCsv(text)) return 'csv'
  if (claims !== undefined) return claims
  if (extension === 'dat' && type === 'application/ms-tnef') return 'outlook-container'
  // For example a disclaimer that a mail server attached.
  return extension === 'txt' || extension === '' ? 'ignored' : 'unknown-kind'
}

const isOwn = (record: object, key: string): boolean => Object.hasOwn(record, key)

export const isArmoured = (text: string): boolean => /^\s*-----BEGIN PGP MESSAGE-----/.test(text)

/** Below the first line of uuencode, which prose may begin with, are lines without lower-case letters. */
export const isUsenetEncoded = (text: string): boolean =>
  /^(begin 0?[0-7]{3} \S.*\r?\n[ -M`][ -`]*$|=ybegin |\(This file must be converted with BinHex)/m.test(text)
