import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

/** The bytes of a file, or of standard input for `-`. Throws a `CommandError`. */
export async function readBytes(file: string, stdin: NodeJS.ReadableStream): Promise<Buffer> {
  try {
    return file === '-' ? await buffer(stdin) : await readFile(file)
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, {
      code: 'file-unreadable',
      exitCode: exitCodes.usage,
      cause: error,
    })
  }
}

/** The same as text. */
export const readText = async (file: string, stdin: NodeJS.ReadableStream): Promise<string> =>
  (await readBytes(file, stdin)).toString('utf8')
