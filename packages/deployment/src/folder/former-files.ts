/** The files that the last setup left in the folder. */
export interface FormerFiles {
  /** Whether there was one. */
  exist: boolean
  /** The text of a file without space around it, by its path in the folder; undefined if there is none. */
  text(path: string): string | undefined
}

/** A file of the folder does not have the form that setup gave it. The message names it, without its content. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'

  constructor(path: string, form: string) {
    super(`${path} is not ${form}: restore it, or remove it to create a new one`)
  }
}

export function formerUrl(former: FormerFiles, path: string): URL | undefined {
  const text = former.text(path)
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url === null) throw new DamagedFileError(path, 'a URL')
  return url
}

export function formerJson<T>(former: FormerFiles, path: string): T | undefined {
  const text = former.text(path)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    // The parser's message quotes the text, which may be a secret.
    throw new DamagedFileError(path, 'JSON')
  }
}
