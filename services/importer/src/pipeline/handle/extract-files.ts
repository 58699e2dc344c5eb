import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { type FilesOfMail, readFilesOfMail, type StoreFile } from '../../mail/files-of-mail.ts'
import type { RunFile } from './begin-runs.ts'
import { storable } from './storable.ts'

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

/** All files of the mail, including unreadable ones. A mail without files has one entry with that reason. */
export const runFilesOf = ({ csvFiles, refusedFiles }: FilesOfMail): RunFile[] => {
  const readable = csvFiles.map(({ index, name, key, sha256 }) => ({
    attachment: index,
    name: storable(name),
    key,
    sha256,
    refusal: null,
  }))
  const refused = refusedFiles.map(({ name, reason }, index) => ({
    attachment: -1 - index,
    name: name === '' ? null : storable(name),
    key: null,
    sha256: '',
    refusal: { id: `attachment.${reason}` } as const,
  }))
  return readable.length + refused.length > 0 ? [...readable, ...refused] : [noFile]
}

export const noFile: RunFile = { attachment: 0, name: null, key: null, sha256: '', refusal: { id: 'file.no-csv' } }
