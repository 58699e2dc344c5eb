import { readFileSync } from 'node:fs'

/** A required variable. Throws an error that names it. */
export function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is required`)
  return value
}

/** The content of the file that a required variable names. */
export const secretIn = (name: string): string => readFileSync(required(name), 'utf8').trim()
