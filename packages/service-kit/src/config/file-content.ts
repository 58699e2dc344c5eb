import { readFileSync } from 'node:fs'

/** The text of a file that a setting names. Throws an Error whose message completes the sentence "<NAME> …". */
export function fileContent(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}
