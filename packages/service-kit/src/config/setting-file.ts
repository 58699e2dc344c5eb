import { readFileSync } from 'node:fs'

/** The content of a file that a setting names. The message of an error completes the sentence "<NAME> …". */
export function readNamedFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}
