import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'

/** The text of a file, or of standard input for `-`. */
export async function readText(file: string, stdin: NodeJS.ReadableStream): Promise<string> {
  try {
    return file === '-' ? await text(stdin) : await readFile(file, 'utf8')
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${(error as Error).message}`, {
      code: 'file-unreadable',
      exitCode: exitCodes.usage,
      cause: error,
    })
  }
}
