import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { type FilesOfMail, readFilesOfMail, type StoreFile } from '../../mail/files-of-mail.ts'
import type { RunFile } from './begin-runs.ts'

/** Reads the files of a mail. Those of a trusted sender are stored by their content, so that reading a mail twice stores each file once. */
export const extractFiles = (context: Context, raw: Readable, { isTrusted }: { isTrusted: boolean }) => {
  const store: StoreFile = (content) =>
    context.objects.putByContent('importer/files', content, { contentType: 'text/csv', extension: '.csv' })
  return readFilesOfMail(raw, isTrusted ? store : hashOnly)
}

/** Files from unverified senders are hashed, not stored; they are extracted when the mail is released from quarantine. */
const hashOnly: StoreFile = async (content) => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of content) {
    hash.update(piece)
    bytes += piece.length
  }
  return { key: null, sha256: hash.digest('hex'), bytes }
}

export const noFile: RunFile = {
  attachment: 0,
  file_name: null,
  file_key: null,
  file_sha256: '',
  refusal: { id: 'file.no-csv' },
}

/** All files of the mail, including unreadable ones. A mail without files has one entry with that reason. */
export const runFilesOf = ({ csvFiles, refusedFiles }: FilesOfMail): RunFile[] => {
  const files: RunFile[] = [
    ...csvFiles.map(({ index, name, key, sha256 }) => ({
      attachment: index,
      file_name: storable(name),
      file_key: key,
      file_sha256: sha256,
      refusal: null,
    })),
    ...refusedFiles.map(({ name, reason }, index) => ({
      ...noFile,
      attachment: -1 - index,
      file_name: name === '' ? null : storable(name),
      refusal: { id: `attachment.${reason}` } as const,
    })),
  ]
  return files.length > 0 ? files : [noFile]
}

/** PostgreSQL stores no NUL in a text. */
export const storable = <T extends string | null>(text: T): T =>
  text === null ? text : (text.replaceAll('\0', '') as T)
