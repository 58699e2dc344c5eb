import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'

/** Writes a file that must not be there yet and that only its owner can read; answers how many bytes. What breaks off leaves none behind. */
export async function saveNew(file: string, content: Readable): Promise<number> {
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
    throw new Failure(`${file} cannot be saved: ${(error as Error).message}`, {
      code: 'not-saved',
      exitCode: exitCodes.failed,
      cause: error,
    })
  }
}
