import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** A required variable. Throws an error that names it. */
export function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is required`)
  return value
}

/** The content of the file that a required variable names. */
export const secretIn = (name: string): string => readFileSync(required(name), 'utf8').trim()

/** PUBLIC_URL in the file of settings that a required variable names. */
export function publicUrlIn(name: string): string {
  const { PUBLIC_URL: url } = parseEnv(readFileSync(required(name), 'utf8'))
  if (!url) throw new Error(`PUBLIC_URL is missing in the file that ${name} names`)
  return url
}
