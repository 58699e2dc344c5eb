import { randomUUID } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { access, constants, type FileHandle, mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Digest, digesting, digestOf } from './digest.ts'
import { checkKey, checkPrefix, contentKey } from './key.ts'
import { type ListedObject, ObjectMissingError, type ObjectStore } from './object-store.ts'

/** Under the root, beside the services' folders: no key can begin with a dot, so nothing there is ever an object. */
const temporary = '.unfinished'

/**
 * An object is one file: one line with its content type, then its bytes. So both appear together, by one rename, and a reader
 * never sees half of either.
 */
const longestHeader = 256

/** The objects in a folder, for one machine (or a shared file system whose renames are atomic). */
export function folderStore(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, ...checkKey(key).split('/'))

  const write = async (
    body: Buffer | Readable,
    contentType: string,
    keyFor: (digest: Digest) => string,
    known?: Digest,
  ) => {
    const aside = join(root, temporary, randomUUID())
    try {
      const digest = await writeAside(aside, headerOf(contentType), body, known)
      const key = keyFor(digest)
      await moveTo(aside, pathOf(key))
      return { key, ...digest }
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
  }

  const get = async (key: string) => {
    const file = await openExisting(pathOf(key), key)
    try {
      const { size } = await file.stat()
      const { contentType, length } = await readHeader(file)
      const stream = createReadStream('', { fd: file, start: length })
      return { stream, bytes: size - length, contentType }
    } catch (error) {
      await file.close()
      throw error
    }
  }

  return {
    put: (key, body, { contentType }) => {
      checkKey(key)
      return write(body, contentType, () => key)
    },
    putByContent: async (prefix, body, { contentType, extension }) => {
      const keyFor = ({ sha256 }: Digest) => contentKey(prefix, sha256, extension)
      if (!Buffer.isBuffer(body)) return await write(body, contentType, keyFor)
      const digest = digestOf(body)
      const key = keyFor(digest)
      if (await isRenewed(pathOf(key))) return { key, ...digest }
      return await write(body, contentType, keyFor, digest)
    },
    get,
    read: async (key) => {
      const file = await openExisting(pathOf(key), key)
      try {
        const content = await readWhole(file)
        return content.subarray(headerIn(content).length)
      } finally {
        await file.close()
      }
    },
    exists: (key) => exists(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (prefix) => list(root, checkPrefix(prefix)),
    check: {
      name: 'object store',
      check: async () => {
        await mkdir(root, { recursive: true })
        await access(root, constants.W_OK)
      },
    },
  }
}

function headerOf(contentType: string): Buffer {
  if (!/^[\x20-\x7e]+$/.test(contentType) || contentType.length >= longestHeader)
    throw new TypeError('not a content type')
  return Buffer.from(`${contentType}\n`, 'latin1')
}

async function readHeader(file: FileHandle): Promise<Header> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0)
  return headerIn(buffer.subarray(0, bytesRead))
}

/** Into one piece of its size: `readFile` would read pieces and put them together, which takes twice the memory. */
async function readWhole(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  const content = Buffer.allocUnsafeSlow(size)
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(content, at, size - at, at)
    if (bytesRead === 0) throw new Error('a file of the object store became shorter while it was read')
    at += bytesRead
  }
  return content
}

interface Header {
  contentType: string
  /** Bytes before the object's own. */
  length: number
}

function headerIn(content: Buffer): Header {
  const end = content.subarray(0, longestHeader).indexOf('\n')
  if (end < 0) throw new Error('not a file of the object store')
  return { contentType: content.toString('latin1', 0, end), length: end + 1 }
}

/** Resolves when all of it is on the disk. */
async function writeAside(path: string, header: Buffer, body: Buffer | Readable, known?: Digest): Promise<Digest> {
  const file = await openNew(path)
  try {
    await file.writeFile(header)
    const digest = await writeBody(file, body, known)
    await file.sync()
    return digest
  } finally {
    await file.close()
  }
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx')
  } catch (error) {
    if (!isMissing(error)) throw error
    await mkdir(dirname(path), { recursive: true })
    return await open(path, 'wx')
  }
}

async function writeBody(file: FileHandle, body: Buffer | Readable, known?: Digest): Promise<Digest> {
  if (Buffer.isBuffer(body)) {
    await file.writeFile(body)
    return known ?? digestOf(body)
  }
  const { stream, digest } = digesting()
  await pipeline(body, stream, (chunks) => file.writeFile(chunks))
  return digest()
}

/** The rename is durable once its folder is, and a new folder once the one that holds it is. */
async function moveTo(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  const firstNew = await mkdir(folder, { recursive: true })
  await rename(from, to)
  await syncFolder(folder)
  if (firstNew === undefined) return
  for (let parent = folder; parent.length >= firstNew.length; ) {
    parent = dirname(parent)
    await syncFolder(parent)
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Whether the file is there already, and from now on counts as written just now. */
async function isRenewed(path: string): Promise<boolean> {
  const now = new Date()
  try {
    await utimes(path, now, now)
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
  // Whoever has written it may not have come so far yet.
  await syncFolder(dirname(path))
  return true
}

async function openExisting(path: string, key: string): Promise<FileHandle> {
  try {
    return await open(path)
  } catch (error) {
    if (isMissing(error)) throw new ObjectMissingError(key, { cause: error })
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function* list(root: string, prefix: string): AsyncIterable<ListedObject> {
  const start = join(root, ...prefix.split('/').slice(0, -1))
  for await (const path of filesBelow(start)) {
    const key = path
      .slice(root.length + (root.endsWith(sep) ? 0 : 1))
      .split(sep)
      .join('/')
    if (!key.startsWith(prefix)) continue
    const listed = await describe(path, key)
    if (listed) yield listed
  }
}

async function describe(path: string, key: string): Promise<ListedObject | undefined> {
  try {
    const file = await open(path)
    try {
      const { size, mtime } = await file.stat()
      const { length } = await readHeader(file)
      return { key, bytes: size - length, modified: mtime }
    } finally {
      await file.close()
    }
  } catch (error) {
    // Removed since it was listed.
    if (isMissing(error)) return undefined
    throw error
  }
}

async function* filesBelow(folder: string): AsyncIterable<string> {
  let entries: AsyncIterable<Dirent>
  try {
    entries = await opendir(folder)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
