/** Names of fields whose values never reach a log, in lower case and without `-` and `_`. */
const secretNames = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'apikey',
  'key',
  'token',
  'admintoken',
  'password',
  'secret',
  'secrets',
  'privatekey',
  'internalprivatekey',
  'databaseurl',
  'amqpurl',
  'smtpurl',
  'imapurl',
  'link',
  'url',
  'body',
  'imagebase64',
  'deviceid',
])
const redacted = '[redacted]'
const deepest = 6

/** A copy of the fields of a log line without secrets: by name at any depth, and by form within text. */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, 0)
}

function redactObject(fields: object, depth: number): Record<string, unknown> {
  const clean: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    clean[name] = isSecretName(name) && value != null ? redacted : redactValue(value, depth)
  }
  return clean
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return scrub(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return describeError(value, depth)
  if (value instanceof Date || ArrayBuffer.isView(value))
    return value instanceof Date ? value : `[${value.byteLength} bytes]`
  if (depth >= deepest) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  return redactObject(value, depth + 1)
}

const knownNames = new Map<string, boolean>()

function isSecretName(name: string): boolean {
  let secret = knownNames.get(name)
  if (secret === undefined) {
    secret = secretNames.has(name.toLowerCase().replaceAll(/[-_]/g, ''))
    if (knownNames.size < 1_000) knownNames.set(name, secret)
  }
  return secret
}

/** Every secret of a known form has at least this length and contains one of these marks. */
const shortest = 10
const mark = /gbk_|\/t\/|\/releases?\/|:\/\/|eyJ/

/**
 * Removes secrets of known forms from a text: API keys, the link in Trip Link and release paths, passwords in URLs, signed tokens.
 * Texts of libraries (errors, stacks) contain them without a field name.
 */
export function scrub(text: string): string {
  if (text.length < shortest || !mark.test(text)) return text
  return text
    .replaceAll(/gbk_(live|test)_\w+/g, 'gbk_$1_…')
    .replaceAll(/\/t\/[\w-]{8,}/g, '/t/…')
    .replaceAll(/(\/content\/release\/[^/\s?]+\/)[\w-]{8,}/g, '$1…')
    .replaceAll(/(\/internal\/releases\/)[\w-]{12,}/g, '$1…')
    .replaceAll(/:\/\/[^/\s:@]*:[^/\s@]*@/g, '://…@')
    .replaceAll(/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '…')
}

/**
 * The log fields of a thrown value. Other properties are omitted: drivers attach whole rows and statements (`detail`, `parameters`).
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return redactValue(error, depth)
  const { code, constraint, status } = error as { code?: unknown; constraint?: unknown; status?: unknown }
  const description: Record<string, unknown> = {
    type: error.name,
    message: scrub(error.message),
    stack: scrub(error.stack ?? ''),
  }
  if (code !== undefined) description.code = code
  if (constraint !== undefined) description.constraint = constraint
  if (status !== undefined) description.status = status
  if (depth < deepest) {
    if (error instanceof AggregateError) description.errors = error.errors.map((inner) => redactValue(inner, depth + 1))
    if (error.cause !== undefined) description.cause = redactValue(error.cause, depth + 1)
  }
  return description
}
