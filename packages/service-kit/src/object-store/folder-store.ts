import { randomUUID } from 'node:crypto'
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { withDigest } from './digest.ts'
import { checkKey, checkPrefix, contentKey } from './key.ts'
import { type ListedObject, ObjectMissingError, type ObjectStore, type StoredObject } from './object-store.ts'

/** Folder of unfinished files, under the root. A key cannot begin with a dot, so it never contains an object. */
const temporary = '.unfinished'

/**
 * An object is one file: a line with its content type, then its bytes. One rename publishes both, so a reader never sees half of
 * either. This is the most bytes of the line.
 */
const longestHeader = 256

/** The objects in a folder, for one machine (or a shared file system whose renames are atomic). */
export function folderStore(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, ...checkKey(key).split('/'))

  /** `name` is called when all of the content has been read. */
  const write = async (content: Buffer | Readable, contentType: string, name: () => StoredObject) => {
    const unfinished = join(root, temporary, randomUUID())
    try {
      await writeTemporary(unfinished, headerOf(contentType), content)
      const stored = name()
      await moveTo(unfinished, pathOf(stored.key))
      return stored
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
  const orMissing = <T>(work: Promise<T>, key: string) =>
    unlessMissing(work, (cause) => {
      throw new ObjectMissingError(key, { cause })
    })

  const modified = async (key: string) => {
    const file = await unlessMissing(stat(pathOf(key)), () => null)
    return file?.isFile() ? file.mtime : null
  }

  return {
    put: async (key, body, { contentType }) => {
      checkKey(key)
      const { content, digest } = withDigest(body)
      return await write(content, contentType, () => ({ key, ...digest() }))
    },
    putByContent: async (prefix, body, { contentType, extension }) => {
      const { content, digest } = withDigest(body)
      const name = () => {
        const { bytes, sha256 } = digest()
        return { key: contentKey(prefix, sha256, extension), bytes, sha256 }
      }
      if (!Buffer.isBuffer(body)) return await write(content, contentType, name)
      const stored = name()
      return (await isRenewed(pathOf(stored.key))) ? stored : await write(body, contentType, () => stored)
    },
    get: async (key) => {
      const file = await orMissing(open(pathOf(key)), key)
      try {
        const { size } = await file.stat()
        const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0)
        const { contentType, length } = headerIn(buffer.subarray(0, bytesRead))
        return { stream: file.createReadStream({ start: length }), bytes: size - length, contentType }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    read: async (key) => {
      const content = await orMissing(readFile(pathOf(key)), key)
      return content.subarray(headerIn(content).length)
    },
    exists: async (key) => (await modified(key)) !== null,
    modified,
    remove: (key) => rm(pathOf(key), { force: true }),
    removeUnfinished: async (before) => {
      for await (const path of filesBelow(join(root, temporary))) {
        const file = await unlessMissing(stat(path), () => undefined)
        if (file && file.mtime < before) await rm(path, { force: true })
      }
    },
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

async function unlessMissing<T, U>(work: Promise<T>, otherwise: (error: unknown) => U): Promise<T | Awaited<U>> {
  try {
    return await work
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    if (!isMissing) throw error
    return await otherwise(error)
  }
}

function headerOf(contentType: string): Buffer {
  if (!/^[\x20-\x7e]+$/.test(contentType) || contentType.length >= longestHeader)
    throw new TypeError('not a content type')
  return Buffer.from(`${contentType}\n`, 'latin1')
}

/** The content type in front of an object's bytes, and the number of bytes before them. */
function headerIn(content: Buffer): { contentType: string; length: number } {
  const end = content.subarray(0, longestHeader).indexOf('\n')
  if (end < 0) throw new Error('not a file of the object store')
  return { contentType: content.toString('latin1', 0, end), length: end + 1 }
}

/** Resolves when the file is on the disk. */
async function writeTemporary(path: string, header: Buffer, content: Buffer | Readable): Promise<void> {
  await using file: FileHandle = await unlessMissing(open(path, 'wx'), async () => {
    await mkdir(dirname(path), { recursive: true })
    return await open(path, 'wx')
  })
  await file.writeFile(header)
  await file.writeFile(content)
  await file.sync()
}

/** Renames a file durably: syncs its folder, and the parent of each new folder. */
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
  await using folder = await open(path)
  await folder.sync()
}

/** Whether the file exists. Sets its modification time to now. */
async function isRenewed(path: string): Promise<boolean> {
  const now = new Date()
  const isThere = await unlessMissing(
    utimes(path, now, now).then(() => true),
    () => false,
  )
  // The process that wrote it may not have synced the folder yet.
  if (isThere) await syncFolder(dirname(path))
  return isThere
}

async function* list(root: string, prefix: string): AsyncIterable<ListedObject> {
  for await (const path of filesBelow(join(root, ...prefix.split('/').slice(0, -1)))) {
    const key = relative(root, path).split(sep).join('/')
    if (!key.startsWith(prefix)) continue
    // Undefined when the file was removed after it was listed.
    const file = await unlessMissing(stat(path), () => undefined)
    if (file) yield { key, modified: file.mtime }
  }
}

async function* filesBelow(folder: string): AsyncIterable<string> {
  const entries = await unlessMissing(opendir(folder), () => [])
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}
