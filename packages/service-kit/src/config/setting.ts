import { readFileSync } from 'node:fs'
import { validate } from '@guidebook/contracts'
import type { Static, TSchema } from 'typebox'
import { readAuthorities } from './authorities.ts'

/** One setting: how its text is read, and the value when it is absent. */
export interface Setting<T> {
  /** Throws an Error whose message completes the sentence "<NAME> …" and never contains the value. */
  read(text: string): T
  /** Present when the setting may be absent. */
  absent?: { value: T }
}

interface Options<T> {
  /** The setting may be absent; it is then `undefined`. */
  optional?: true
  /** The value of an absent setting. */
  default?: T
}
type Value<T, O> = O extends { optional: true } ? T | undefined : T

function define<T, const O extends Options<unknown>>(options: O, read: (text: string) => T): Setting<Value<T, O>> {
  const mayBeAbsent = options.optional || options.default !== undefined
  return { read, ...(mayBeAbsent && { absent: { value: options.default } }) } as Setting<Value<T, O>>
}

/** The kinds of settings. Each takes `{ optional: true }` or `{ default: … }`; without either the setting is required. */
export const setting = {
  text: <const O extends Options<string> & { file?: true }>(options = {} as O) =>
    define(options, (text) => (options.file ? contentOf(text) : text)),

  /** A text, directly or in a file (`@/path`), as `parse` reads it; its errors follow `Setting.read`. */
  parsed: <T, const O extends Options<T>>(parse: (text: string) => T, options = {} as O) =>
    define(options, (text) => parse(contentOf(text))),

  /** A URL of one of the protocols (with their colon). A web address loses its last slash, so that paths can be appended. */
  url: <const O extends Options<string> & { protocols?: readonly string[] }>(options = {} as O) =>
    define(options, (text) => {
      const protocols = options.protocols ?? ['http:', 'https:']
      const url = URL.parse(text)
      if (!url || !protocols.includes(url.protocol)) {
        throw new Error(`must be a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`)
      }
      return url.protocol.startsWith('http') ? text.replace(/\/$/, '') : text
    }),

  /** A TCP port; 0 lets the system choose a free one. */
  port: <const O extends Options<number>>(options = {} as O) => define(options, wholeNumber(0, 65_535)),

  integer: <const O extends Options<number> & { min?: number; max?: number }>(options = {} as O) =>
    define(options, wholeNumber(options.min ?? Number.MIN_SAFE_INTEGER, options.max ?? Number.MAX_SAFE_INTEGER)),

  /** A duration like `250ms`, `15s`, `10m`, `24h`; read as milliseconds. */
  duration: <const O extends { optional?: true; default?: string }>(options = {} as O) =>
    define((options.default === undefined ? options : { default: parseDuration(options.default) }) as O, parseDuration),

  /** How long something is kept: a duration like `730d`, read as milliseconds, or `0` for ever, read as null. */
  retention: ({ default: standard }: { default: string }) =>
    define<number | null, { default: number | null }>({ default: parseRetention(standard) }, parseRetention),

  oneOf: <const V extends string, const O extends Options<NoInfer<V>>>(values: readonly V[], options = {} as O) =>
    define(options, (text): V => {
      const found = values.find((value) => value === text)
      if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
      return found
    }),

  flag: <const O extends Options<boolean>>(options = {} as O) =>
    define(options, (text) => {
      if (text === 'true' || text === '1') return true
      if (text === 'false' || text === '0') return false
      throw new Error('must be true or false')
    }),

  /** A PEM file with certificates of authorities; read as all trusted ones, including the public ones, each as PEM. */
  authorities: <const O extends { optional?: true }>(options = {} as O) =>
    define(options, (path) => readAuthorities(readFile(path))),

  /** JSON of the given schema, directly or in a file (`@/path`). */
  json: <S extends TSchema, const O extends Options<Static<S>>>(schema: S, options = {} as O) =>
    define(options, (text): Static<S> => {
      const value = parseJson(contentOf(text))
      const [fault] = validate(schema, value)
      if (fault) throw new Error(`does not fit at "${fault.pointer}": ${fault.message}`)
      return value as Static<S>
    }),
}

function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`)
    return value
  }
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function parseDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? []
  if (amount === undefined) throw new Error('must be a length of time like 250ms, 15s, 10m or 24h')
  return Math.round(Number(amount) * (units[unit] ?? 1))
}

const parseRetention = (text: string): number | null => (text === '0' ? null : parseDuration(text))

const contentOf = (text: string): string => (text.startsWith('@') ? readFile(text.slice(1)).trim() : text)

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which may be a secret.
    throw new Error('must be JSON')
  }
}
