import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { type Inflation, isBomb, limited } from './inflation-limit.ts'
import { partName } from './part-name.ts'
import { Refusal } from './refusals.ts'

const maxEntries = 1000

export interface ZipEntry {
  /** Without its folders: nothing is ever written under this name. */
  name: string
  content: AsyncIterable<Buffer>
}

export interface OpenedZip {
  /** What the archive really is: an Office file is one too. */
  kind: 'archive' | 'spreadsheet' | 'document'
  /** Its files one after the other, in the order of the directory, without what macOS adds. Throws `Refusal`. */
  entries(): AsyncGenerator<ZipEntry>
}

/**
 * Opens a ZIP archive, whose directory stands at its end, by way of a temporary file that is gone when `use` has ended. Encrypted, damaged and
 * over-large archives throw `Refusal`, before anything is inflated where the directory says so.
 */
export const withZip = async <T>(
  content: AsyncIterable<Buffer>,
  inflation: Inflation,
  use: (zip: OpenedZip) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'guidebook-import-'))
  try {
    const path = join(folder, 'archive.zip')
    await pipeline(content, createWriteStream(path))
    // Names are decoded here: the library would refuse an archive for a name with "..", which is harmless to us.
    const zip = await readable(openPromise(path, { decodeStrings: false, autoClose: false }))
    try {
      return await use(await opened(zip, inflation))
    } finally {
      zip.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const opened = async (zip: ZipFile, inflation: Inflation): Promise<OpenedZip> => {
  const all = await readable(directory(zip))
  const kind = kindOf(all.map(({ path }) => path))
  const files = all.filter(({ path, name }) => name !== null && !path.endsWith('/') && !isSystemFile(path))
  if (kind === 'archive') checkSizes(files)
  return {
    kind,
    async *entries() {
      for (const { entry, name } of files) {
        if (entry.isEncrypted()) throw new Refusal('archive-encrypted')
        if (!entry.canDecodeFileData()) throw new Refusal('archive-unsupported')
        yield { name: name ?? '', content: contentOf(zip, entry, inflation) }
      }
    },
  }
}

interface ListedEntry {
  entry: Entry
  path: string
  name: string | null
}

const directory = async (zip: ZipFile): Promise<ListedEntry[]> => {
  if (zip.entryCount > maxEntries) throw new Refusal('archive-too-large')
  const listed: ListedEntry[] = []
  for await (const entry of zip.eachEntry()) {
    const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
    listed.push({ entry, path, name: partName(path) })
  }
  return listed
}

/** Office files are ZIP archives with fixed files in them (ECMA-376, part 2; OpenDocument, part 2). */
const kindOf = (paths: readonly string[]): OpenedZip['kind'] => {
  const isThere = (file: string) => paths.includes(file)
  if (isThere('[Content_Types].xml')) return paths.some((path) => path.startsWith('xl/')) ? 'spreadsheet' : 'document'
  const isOther =
    (isThere('mimetype') && isThere('content.xml')) || isThere('Index/Document.iwa') || isThere('Index.zip')
  return isOther ? 'spreadsheet' : 'archive'
}

/** Resource forks of macOS, which bear the names of the files they belong to, and what hides behind a dot. */
const isSystemFile = (path: string): boolean => /(^|\/)(__MACOSX\/|\.(?!\.?\/))/.test(path)

const checkSizes = (files: readonly ListedEntry[]): void => {
  const packed = files.reduce((sum, { entry }) => sum + entry.compressedSize, 0)
  const inflated = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  if (isBomb(packed, inflated)) throw new Refusal('archive-too-large')
}

async function* contentOf(zip: ZipFile, entry: Entry, inflation: Inflation): AsyncGenerator<Buffer> {
  const stream = await readable(zip.openReadStreamPromise(entry))
  try {
    yield* limited(pieces(stream), () => entry.compressedSize, inflation)
  } finally {
    stream.destroy()
  }
}

async function* pieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = stream[Symbol.asyncIterator]()
  // Not a loop that catches around its yield: what the reader of these bytes suffers is no damage of the archive.
  for (let next = await readable(source.next()); !next.done; next = await readable(source.next())) yield next.value
}

const readable = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading
  } catch (error) {
    throw damage(error)
  }
}

/** A full disk or a lost file is our own trouble; everything else that reading an archive throws is the archive’s. */
const damage = (error: unknown): unknown => {
  const { code } = error as { code?: unknown }
  const isOurs = error instanceof Refusal || (typeof code === 'string' && /^E[A-Z]+$/.test(code))
  return isOurs ? error : new Refusal('archive-unreadable')
}
