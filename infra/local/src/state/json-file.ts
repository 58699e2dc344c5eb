import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserFacingError } from '../user-facing-error.ts'

/** Reads a JSON file that we wrote; undefined when it does not exist. */
export function readJson<T>(path: string): T | undefined {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch (error) {
    if (error instanceof SyntaxError) throw new UserFacingError(`${path} is damaged: remove it, then start again`)
    throw error
  }
}

/** Replaces a JSON file atomically, readable by its owner only: a reader sees the old or the new one, never half. */
export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  const partial = `${path}.${process.pid}.part`
  writeFileSync(partial, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(partial, path)
}
