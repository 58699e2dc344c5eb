import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

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
    throw new CommandError(`${file} cannot be saved: ${(error as Error).message}`, {
      code: 'not-saved',
      exitCode: exitCodes.failed,
      cause: error,
    })
  }
}
