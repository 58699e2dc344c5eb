import { Readable } from 'node:stream'
import type { MimeNode } from '@zone-eu/mailsplit'
import { peek } from '../bytes/pieces.ts'
import { looksLikeCsv } from '../csv/looks-like-csv.ts'
import { bodyText } from './body-text.ts'
import { gunzipped, type Inflation } from './inflate.ts'
import { type MimeBudget, type MimePart, mimeParts } from './mime-parts.ts'
import { isArmoured, isUsenetEncoded, type PartKind, partKind } from './part-kind.ts'
import { extensionOf, partName } from './part-name.ts'
import { type RefusalReason, type RefusedFile, UnreadableFileError } from './refusals.ts'
import { withZip } from './zip.ts'

export interface MailFile {
  /** Position in the mail, also of a file in an archive and of the body; the same bytes give the same positions. */
  index: number
  name: string | null
  /** Key returned by `store`. */
  key: string | null
  /** Hex. */
  sha256: string
  bytes: number
}

export interface FilesOfMail {
  csvFiles: MailFile[]
  refusedFiles: RefusedFile[]
}

/** Stores the content of a CSV file, or only reads it to its end. */
export type StoreFile = (
  content: Readable,
  name: string,
) => Promise<{ key: string | null; sha256: string; bytes: number }>

/** Enough for a header and a first row. */
const headBytes = 16 * 1024
/** CSV files of a mail. */
const maxFiles = 100
/** Files of a mail that are refused: as many as one archive may have. */
const maxRefused = 1_000

/** The files found so far. */
interface Finding {
  store: StoreFile
  budget: MimeBudget
  inflation: Inflation
  nextIndex: number
  files: MailFile[]
  refused: RefusedFile[]
  /** The text of the mail if it looks like CSV; it is read only if no file does. */
  body: MailFile | null
}

/**
 * Extracts the files of a raw mail: CSV files (attached, in an archive, forwarded, or the text of the mail) and unreadable files. Every CSV file is
 * passed to `store`; memory is bounded for any mail. Malformed MIME is read as far as possible. A mail beyond the limits has no file but one
 * unnamed refusal. Throws only errors of `raw`, `store` and the disk.
 */
export const readFilesOfMail = async (raw: Readable, store: StoreFile): Promise<FilesOfMail> => {
  const finding: Finding = {
    store,
    budget: { parts: 0, depth: 0 },
    inflation: { bytes: 0 },
    nextIndex: 0,
    files: [],
    refused: [],
    body: null,
  }
  try {
    for await (const part of mimeParts(raw, finding.budget)) await readPart(part, finding)
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    finding.files = []
    finding.body = null
    finding.refused = [{ name: '', reason: error.reason }]
  }
  return {
    csvFiles: finding.files.length === 0 && finding.body !== null ? [finding.body] : finding.files,
    refusedFiles: finding.refused,
  }
}

const readPart = async ({ node, content }: MimePart, finding: Finding): Promise<void> => {
  const type = node.contentType || 'text/plain'
  const name = partName(node.filename)
  if (node.multipart) {
    if (node.multipart === 'encrypted') refuse(finding, '', 'encrypted')
    return
  }
  const index = finding.nextIndex++
  const reason = reasonByType(type)
  if (reason !== null) return refuse(finding, name ?? '', reason)
  if (isWithin(node, 'encrypted')) return
  // A bounce may return a list that we sent.
  if (isForwarded(type, name) && isWithin(node, 'report')) return
  await refuseUnreadable(finding, name ?? type, async () => {
    if (isForwarded(type, name)) await readForwarded(content, finding)
    else if (isBody(node, type, name)) await readBody(node, content, index, finding)
    else await readFile({ name, type, content, index }, finding)
  })
}

const isForwarded = (type: string, name: string | null): boolean =>
  type === 'message/rfc822' ||
  type === 'message/global' ||
  (extensionOf(name) === 'eml' && type === 'application/octet-stream')

const reasonByType = (type: string): RefusalReason | null => {
  if (type === 'message/partial') return 'partial'
  if (type === 'message/external-body') return 'external'
  return /^application\/(x-)?pkcs7-mime$/.test(type) ? 'encrypted' : null
}

const isWithin = (node: MimeNode, multipart: string): boolean => {
  for (let parent = node.parentNode; parent; parent = parent.parentNode) {
    if (parent.multipart === multipart) return true
  }
  return false
}

/** Files of an attached mail count as files of this mail; the attached mail's sender is ignored. */
const readForwarded = async (content: AsyncIterable<Buffer>, finding: Finding): Promise<void> => {
  finding.budget.depth++
  const { body } = finding
  for await (const part of mimeParts(content, finding.budget)) await readPart(part, finding)
  finding.body = body
  finding.budget.depth--
}

const isBody = (node: MimeNode, type: string, name: string | null): boolean =>
  name === null && type === 'text/plain' && node.disposition !== 'attachment'

const readBody = async (
  node: MimeNode,
  content: AsyncIterable<Buffer>,
  index: number,
  finding: Finding,
): Promise<void> => {
  const text = await peek(bodyText(content, node), headBytes)
  const beginning = text.head.toString()
  if (isArmoured(beginning)) throw new UnreadableFileError('encrypted')
  if (isUsenetEncoded(beginning)) throw new UnreadableFileError('old-encoding')
  if (finding.body !== null || !looksLikeCsv(beginning)) return void (await text.content.return(undefined))
  finding.body = await stored({ name: null, content: text.content, index }, finding)
}

interface NamedContent {
  name: string | null
  type: string
  content: AsyncIterable<Buffer>
  index: number
}

const readFile = async (file: NamedContent, finding: Finding): Promise<void> => {
  const { head, content } = await peek(file.content, headBytes)
  const kind = partKind({ ...file, head })
  if (kind === 'zip') return await readZip({ ...file, content }, finding)
  if (kind === 'gzip') return await readGzip({ ...file, content }, finding)
  if (kind === 'csv') return keep(finding, await stored({ ...file, content }, finding))
  await content.return(undefined)
  if (kind !== 'ignored') throw new UnreadableFileError(kind)
}

/** All files of an archive or none, so that a part is not taken for the whole. */
const readZip = async (file: NamedContent, finding: Finding): Promise<void> => {
  await withZip(file.content, finding.inflation, async (entries) => {
    const files: MailFile[] = []
    const refused: RefusedFile[] = []
    for await (const { name, content: bytes } of entries) {
      const index = finding.nextIndex++
      const { head, content } = await peek(bytes, headBytes)
      const kind = partKind({ name, type: '', head })
      if (kind === 'csv') files.push(await stored({ name, content, index }, finding))
      else await content.return(undefined)
      const reason = packedReason(kind)
      if (reason !== null) refused.push({ name, reason })
      // Checked here so that no more files are extracted.
      limitFiles(finding.files.length + files.length, finding.refused.length + refused.length)
    }
    if (files.length === 0 && refused.length === 0) throw new UnreadableFileError('archive-without-csv')
    keep(finding, ...files)
    finding.refused.push(...refused)
  })
}

const packedReason = (kind: PartKind): RefusalReason | null => {
  if (kind === 'csv' || kind === 'ignored') return null
  return kind === 'zip' || kind === 'gzip' ? 'archive-nested' : kind
}

const readGzip = async (file: NamedContent, finding: Finding): Promise<void> => {
  const name = file.name?.replace(/\.gz$/i, '') ?? null
  const { head, content } = await peek(gunzipped(file.content, finding.inflation), headBytes)
  const kind = partKind({ name, type: '', head })
  if (kind === 'csv') return keep(finding, await stored({ name, content, index: file.index }, finding))
  await content.return(undefined)
  throw new UnreadableFileError(packedReason(kind) ?? 'archive-without-csv')
}

const stored = async ({ name, content, index }: Omit<NamedContent, 'type'>, { store }: Finding): Promise<MailFile> => {
  const { key, sha256, bytes } = await store(Readable.from(content, { objectMode: false }), name ?? '')
  return { index, name, key, sha256, bytes }
}

const keep = (finding: Finding, ...files: MailFile[]): void => {
  finding.files.push(...files)
  limitFiles(finding.files.length, finding.refused.length)
}

const limitFiles = (files: number, refused: number): void => {
  if (files > maxFiles || refused > maxRefused) throw new UnreadableFileError('too-many-files')
}

/** Limits of the whole mail, as opposed to one file. */
const ofTheMail: ReadonlySet<RefusalReason> = new Set(['too-many-files', 'too-complex'])

const refuseUnreadable = async (finding: Finding, name: string, read: () => Promise<void>): Promise<void> => {
  try {
    await read()
  } catch (error) {
    if (!(error instanceof UnreadableFileError) || ofTheMail.has(error.reason)) throw error
    refuse(finding, name, error.reason)
  }
}

const refuse = (finding: Finding, name: string, reason: RefusalReason): void => {
  finding.refused.push({ name, reason })
  limitFiles(finding.files.length, finding.refused.length)
}
