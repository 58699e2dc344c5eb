import { randomBytes } from 'node:crypto'
import { readJson, writeJson } from './json-file.ts'

/** A secret by its name: the stored one, else a new one of 144 random bits that is stored. Letters and digits of URLs only. */
export type Secrets = (name: string) => string

export function secretsIn(path: string): Secrets {
  const known = readJson<Record<string, string>>(path) ?? {}
  return (name) => {
    const stored = known[name]
    if (stored) return stored
    const fresh = randomBytes(18).toString('base64url')
    known[name] = fresh
    writeJson(path, known)
    return fresh
  }
}
