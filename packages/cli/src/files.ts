/** Files that commands read and write. Every function throws a `CommandError`. */
import { open, readFile, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './command-error.ts'

/** The bytes of a file, or of standard input for `-`. */
export async function readBytes(file: string, stdin: NodeJS.ReadableStream): Promise<Buffer> {
  try {
    return file === '-' ? await buffer(stdin) : await readFile(file)
  } catch (error) {
    throw new CommandError('usage', 'file-unreadable', `${file} cannot be read: ${(error as Error).message}`)
  }
}

/** Writes a file that must not exist and that only its owner can read. Returns the number of bytes. Removes an incomplete file. */
export async function saveNewFile(file: string, content: Readable): Promise<number> {
  try {
    const target = (await open(file, 'wx', 0o600)).createWriteStream()
    try {
      await pipeline(content, target)
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    return target.bytesWritten
  } catch (error) {
    content.destroy()
    throw new CommandError('failed', 'not-saved', `${file} cannot be saved: ${(error as Error).message}`)
  }
}
