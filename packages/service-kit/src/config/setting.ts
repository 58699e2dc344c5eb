import { readAuthorities } from './authorities.ts'
import { readNamedFile } from './setting-file.ts'

/** One setting: how its text is read, the value when it is absent, and its line in the configuration reference. */
export interface Setting<T> {
  /** One sentence for operators. */
  description: string
  /** Name of its kind, with its bounds. */
  type: string
  /** The default as operators would write it. Absent: there is none. */
  default?: string
  /** A phrase instead, for a default that depends on the machine. */
  describedDefault?: string
  /** A password, a key, or a URL that may contain one. */
  secret?: true
  /** The text may be in a file: `NAME=@/path` or `NAME_FILE=/path`. */
  mayBeInFile?: true
  /** Throws an Error whose message completes the sentence "<NAME> …" and never contains the value. */
  read(text: string): T
  /** Present when the setting may be absent. */
  absent?: { value: T }
}

interface Options<T> {
  description?: string
  /** A password, a key, or a URL that may contain one. Secrets can be in a file. */
  secret?: true
  /** The setting may be absent; it is then `undefined`. */
  optional?: true
  /** The value of an absent setting. */
  default?: T
  /** Describes a default that depends on the machine. */
  describedDefault?: string
}
type Value<T, O> = O extends { optional: true } ? T | undefined : T

function define<T, const O extends Options<unknown>>(
  type: string,
  options: O,
  read: (text: string) => T,
  { mayBeInFile = false, defaultText }: { mayBeInFile?: boolean; defaultText?: string | undefined } = {},
): Setting<Value<T, O>> {
  const { description = '', secret, optional, default: value, describedDefault } = options
  const written = defaultText ?? writtenDefault(value)
  return {
    description,
    type,
    ...(describedDefault === undefined ? written !== '' && { default: written } : { describedDefault }),
    ...(secret && { secret }),
    ...((secret || mayBeInFile) && { mayBeInFile: true }),
    read,
    ...((optional || value !== undefined) && { absent: { value } }),
  } as Setting<Value<T, O>>
}

const writtenDefault = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''

/** The kinds of settings. Each takes `{ optional: true }` or `{ default: … }`; without either the setting is required. */
export const setting = {
  text: <const O extends Options<string>>(options = {} as O) => define('text', options, (text) => text),

  /** A text as `parse` reads it, whose errors follow `Setting.read`. `type`: its name in the configuration reference. */
  parsed: <T, const O extends Options<T>>(type: string, parse: (text: string) => T, options = {} as O) =>
    define(type, options, parse, { mayBeInFile: true }),

  /** A URL of one of the protocols (with their colon). A web address loses its last slash, so that paths can be appended. */
  url: <const O extends Options<string> & { protocols?: readonly string[] }>(options = {} as O) => {
    const beginnings = (options.protocols ?? ['http:', 'https:']).map((protocol) => `${protocol}//`)
    return define(`URL: ${beginnings.join(', ')}`, options, (text) => {
      const url = URL.parse(text)
      if (!url || !beginnings.includes(`${url.protocol}//`)) {
        throw new Error(`must be a URL that begins with ${beginnings.join(' or ')}`)
      }
      return url.protocol.startsWith('http') ? text.replace(/\/$/, '') : text
    })
  },

  /** A TCP port; 0 lets the system choose a free one. */
  port: <const O extends Options<number>>(options = {} as O) => define('port', options, wholeNumber(0, 65_535)),

  integer: <const O extends Options<number> & { min?: number; max?: number }>(options = {} as O) => {
    const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options
    return define(`whole number${boundsOf(options)}`, options, wholeNumber(min, max))
  },

  /** A duration like `250ms`, `15s`, `10m`, `24h`, at most `max`; read as milliseconds. */
  duration: <const O extends Options<string> & { max?: string }>(options = {} as O) => {
    const { default: defaultText, max } = options
    const parsed = defaultText === undefined ? options : { ...options, default: parseDuration(defaultText) }
    const read = (text: string) => {
      const duration = parseDuration(text)
      if (max !== undefined && duration > parseDuration(max)) throw new Error(`must be at most ${max}`)
      return duration
    }
    return define(`duration${boundsOf({ max })}`, parsed as O, read, { defaultText })
  },

  /** How long something is kept: a duration like `730d`, read as milliseconds, or `0` forever, read as null. */
  retention: ({ description, default: text }: { description?: string; default: string }) =>
    define<number | null, Options<number | null> & { default: number | null }>(
      'duration, or 0: forever',
      { ...(description !== undefined && { description }), default: parseRetention(text) },
      parseRetention,
      { defaultText: text },
    ),

  oneOf: <const V extends string, const O extends Options<NoInfer<V>>>(values: readonly V[], options = {} as O) =>
    define(`one of ${values.join(', ')}`, options, (text): V => {
      const found = values.find((value) => value === text)
      if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
      return found
    }),

  flag: <const O extends Options<boolean>>(options = {} as O) =>
    define('true or false', options, (text) => {
      if (text === 'true' || text === '1') return true
      if (text === 'false' || text === '0') return false
      throw new Error('must be true or false')
    }),

  /** A PEM file with certificates of authorities; read as all trusted ones, including the public ones, each as PEM. */
  authorities: <const O extends { description?: string; optional?: true }>(options = {} as O) =>
    define('path of a PEM file', options, (path) => readAuthorities(readNamedFile(path))),
}

function boundsOf({ min, max }: { min?: number | undefined; max?: number | string | undefined }): string {
  if (max === undefined) return min === undefined ? '' : `, at least ${min}`
  return min === undefined ? `, at most ${max}` : `, ${min} to ${max}`
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

/** Zero in any unit is forever: nobody means "delete immediately". */
const parseRetention = (text: string): number | null => (text === '0' ? null : parseDuration(text) || null)
