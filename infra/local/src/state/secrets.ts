import { randomBytes } from 'node:crypto'
import { readJson, writeJson } from './json-file.ts'

/** Returns the stored secret of this name, else creates and stores one of 144 random bits. Safe in URLs. */
export type Secrets = (name: string) => string

export function secretsIn(path: string): Secrets {
  const stored = readJson<Record<string, string>>(path) ?? {}
  return (name) => {
    const existing = stored[name]
    if (existing) return existing
    const created = randomBytes(18).toString('base64url')
    stored[name] = created
    writeJson(path, stored)
    return created
  }
}
