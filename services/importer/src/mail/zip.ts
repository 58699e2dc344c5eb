import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { type Inflation, isBomb, limitInflation } from './inflate.ts'
import { partName } from './part-name.ts'
import { UnreadableFileError } from './refusals.ts'

const maxEntries = 1000

export interface ZipEntry {
  /** Without folders; no file is written with this name. */
  name: string
  content: AsyncIterable<Buffer>
}

/**
 * Reads the files of a ZIP archive in the order of its directory, without system files of macOS. The archive is kept as a temporary file, because its
 * directory is at the end; the file is deleted after `use`. Office files, which are ZIP archives too, and encrypted, damaged and too large archives
 * throw `UnreadableFileError`, if possible before anything is inflated.
 */
export const withZip = async (
  content: AsyncIterable<Buffer>,
  inflation: Inflation,
  use: (entries: AsyncIterable<ZipEntry>) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'guidebook-import-'))
  try {
    const path = join(folder, 'archive.zip')
    await pipeline(content, createWriteStream(path))
    // Names are decoded here: the library would refuse an archive with ".." in a name, which is harmless here.
    const zip = await translateDamage(openPromise(path, { decodeStrings: false, autoClose: false }))
    try {
      await use(entriesOf(zip, inflation))
    } finally {
      zip.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* entriesOf(zip: ZipFile, inflation: Inflation): AsyncGenerator<ZipEntry> {
  const all = await translateDamage(directory(zip))
  refuseOfficeFile(all.map(({ path }) => path))
  const files = all.filter(({ path, name }) => name !== null && !path.endsWith('/') && !isSystemFile(path))
  checkSizes(files)
  for (const { entry, name } of files) {
    if (entry.isEncrypted()) throw new UnreadableFileError('archive-encrypted')
    if (!entry.canDecodeFileData()) throw new UnreadableFileError('archive-unsupported')
    yield { name: name ?? '', content: contentOf(zip, entry, inflation) }
  }
}

interface ListedEntry {
  entry: Entry
  path: string
  name: string | null
}

const directory = async (zip: ZipFile): Promise<ListedEntry[]> => {
  if (zip.entryCount > maxEntries) throw new UnreadableFileError('archive-too-large')
  const listed: ListedEntry[] = []
  for await (const entry of zip.eachEntry()) {
    const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
    listed.push({ entry, path, name: partName(path) })
  }
  return listed
}

/** Office files are ZIP archives with fixed entries (ECMA-376, part 2; OpenDocument, part 2). */
const refuseOfficeFile = (paths: readonly string[]): void => {
  const has = (file: string) => paths.includes(file)
  if (has('[Content_Types].xml')) {
    throw new UnreadableFileError(paths.some((path) => path.startsWith('xl/')) ? 'spreadsheet' : 'document')
  }
  const isOpenDocument = has('mimetype') && has('content.xml')
  if (isOpenDocument || has('Index/Document.iwa') || has('Index.zip')) throw new UnreadableFileError('spreadsheet')
}

/** Resource forks of macOS, which have the names of their files, and hidden files. */
const isSystemFile = (path: string): boolean => /(^|\/)(__MACOSX\/|\.(?!\.?\/))/.test(path)

const checkSizes = (files: readonly ListedEntry[]): void => {
  const packed = files.reduce((sum, { entry }) => sum + entry.compressedSize, 0)
  const inflated = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  if (isBomb(packed, inflated)) throw new UnreadableFileError('archive-too-large')
}

async function* contentOf(zip: ZipFile, entry: Entry, inflation: Inflation): AsyncGenerator<Buffer> {
  const stream = await translateDamage(zip.openReadStreamPromise(entry))
  try {
    yield* limitInflation(pieces(stream), () => entry.compressedSize, inflation)
  } finally {
    stream.destroy()
  }
}

async function* pieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = stream[Symbol.asyncIterator]()
  // Not a try around a yield, which would also catch errors of the consumer.
  for (;;) {
    const next = await translateDamage(source.next())
    if (next.done) return
    yield next.value
  }
}

const translateDamage = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading
  } catch (error) {
    throw damage(error)
  }
}

/** System errors, such as a full disk, stay unchanged; every other error means that the archive is damaged. */
const damage = (error: unknown): unknown => {
  const { code } = error as { code?: unknown }
  const isOther = error instanceof UnreadableFileError || (typeof code === 'string' && /^E[A-Z]+$/.test(code))
  return isOther ? error : new UnreadableFileError('archive-unreadable')
}
