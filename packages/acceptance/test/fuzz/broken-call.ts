/** Breaks valid requests: their values, their JSON or their bytes, and paths, queries and headers. */
import fc, { type Arbitrary } from 'fast-check'

export interface BrokenBody {
  what: string
  bytes: Buffer
  contentType: string
}

const huge = 'x'.repeat(300_000)
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
/** Values that are invalid in most fields or that often break software. */
const hostile: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 53, -(2 ** 53), 1e21],
  ...[
    '',
    ' ',
    'NaN',
    'Infinity',
    '-0',
    '2026-02-30',
    '0000-00-00',
    '0000-01-01',
    '+275760-09-13',
    huge,
    '\0',
    '\ud800',
    'a\udc00b',
    '\u202e',
  ],
  ...['__proto__', 'constructor', "'; DROP TABLE items; --", '../../etc/passwd', '%00', 'https://[::1', 'data:,x'],
  ...[
    [],
    {},
    [[]],
    [null],
    [{}],
    deep(60),
    Array(2000).fill(0),
    { toString: 1 },
    { length: 1e9 },
    { hasOwnProperty: 1 },
    { $ref: '#' },
  ],
]
const hostileKeys = [
  'constructor',
  'prototype',
  'toString',
  'x',
  '',
  '\0',
  '\ud800',
  'ä',
  '/',
  '~',
  'a/b~c',
  huge.slice(0, 5000),
]

type Change = (body: unknown, at: number, value: unknown, key: string) => unknown

/** Applies a change at the n-th value of the body, counted depth first. */
function changedAt(body: unknown, index: number, change: (holder: object, key: string) => void): unknown {
  const copy = structuredClone(body)
  const places: [object, string][] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      places.push([value, key])
      walk((value as Record<string, unknown>)[key])
    }
  }
  walk(copy)
  const found = places[index % Math.max(places.length, 1)]
  if (found !== undefined) change(...found)
  return copy
}
const put = (holder: object, key: string, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })

const inValues: Record<string, Change> = {
  'another value': (body, at, value) => changedAt(body, at, (holder, key) => put(holder, key, value)),
  'a missing field': (body, at) => changedAt(body, at, (holder, key) => Reflect.deleteProperty(holder, key)),
  'an additional field': (body, at, value, key) =>
    changedAt(body, at, (holder) => !Array.isArray(holder) && put(holder, key, value)),
  'a value instead of its array': (body, at) =>
    changedAt(body, at, (holder, key) => put(holder, key, Object.values(Object(Reflect.get(holder, key)))[0] ?? null)),
  'an array instead of its value': (body, at) =>
    changedAt(body, at, (holder, key) => put(holder, key, [Reflect.get(holder, key), Reflect.get(holder, key)])),
  'another body': (_, __, value) => value,
  'the body in an array': (body) => [body],
}

/** Changes to the text. `at` is a fraction of its length. */
const inText: Record<string, (text: string, at: number) => string | Buffer> = {
  truncated: (text, at) => text.slice(0, Math.floor(text.length * at)),
  nothing: () => '',
  'white space': () => ' \n\t ',
  'a byte order mark': (text) => `\ufeff${text}`,
  'the text twice': (text) => `${text}${text}`,
  'a trailing comma': (text) => text.replace(/\}$/, ',}'),
  NaN: (text) => text.replace(/:("[^"]*"|[\d.]+)/, ':NaN'),
  Infinity: (text) => text.replace(/:("[^"]*"|[\d.]+)/, ':-Infinity'),
  'a number beyond the range of a double': (text) => text.replace(/:[\d.]+/, ':1e999'),
  'a very long number': (text) => text.replace(/:[\d.]+/, `:${'9'.repeat(5000)}`),
  'a comment': (text) => `/* comment */${text}`,
  'a duplicate field': (text) => text.replace(/^\{("[^"]*"):/, '{$1:null,$1:'),
  'a prototype': (text) => text.replace(/^\{/, '{"__proto__":{"polluted":true},'),
  'an escaped prototype': (text) => text.replace(/^\{/, '{"\\u005f_proto__":{"polluted":true},'),
  'unclosed deep nesting': () => '['.repeat(100_000),
  'deep nesting': () => `${'['.repeat(5000)}${']'.repeat(5000)}`,
  'an escaped lone surrogate': (text) => text.replace(/:"[^"]*"/, ':"\\ud83d"'),
  'a control character': (text) => text.replace(/:"/, ':"\u0001'),
  'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'Latin-1': (text) => Buffer.from(text.replace(/:"[^"]*"/, ':"é"'), 'latin1'),
  'a truncated UTF-8 sequence': (text, at) => {
    const bytes = Buffer.from(text)
    const position = Math.floor(bytes.length * at)
    return Buffer.concat([bytes.subarray(0, position), Buffer.from([0xf0, 0x9f]), bytes.subarray(position)])
  },
  'a surrogate in UTF-8': (text) =>
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xed, 0xa0, 0x80, 0x7d])]),
  'a zero byte': (text, at) => {
    const position = Math.floor(text.length * at)
    return `${text.slice(0, position)}\0${text.slice(position)}`
  },
}

const contentTypes = [
  'application/json',
  'application/json',
  'text/plain;charset=UTF-8',
  'application/json; charset=utf-16',
  'application/xml',
  'multipart/form-data',
  'application/json; charset="',
  '/',
]

const fraction = fc.double({ min: 0, max: 1, noNaN: true })

/** Functions that break a valid body. */
export const brokenBodies: Arbitrary<(body: unknown) => BrokenBody> = fc.oneof(
  fc
    .record({
      what: fc.constantFrom(...Object.keys(inValues)),
      at: fc.nat(500),
      value: fc.constantFrom(...hostile),
      key: fc.constantFrom(...hostileKeys),
      contentType: fc.constantFrom(...contentTypes.slice(0, 3)),
    })
    .map(({ what, at, value, key, contentType }) => (body: unknown) => {
      const changed = inValues[what]?.(body, at, value, key)
      return { what, contentType, bytes: Buffer.from(JSON.stringify(changed ?? null)) }
    }),
  fc
    .record({
      what: fc.constantFrom(...Object.keys(inText)),
      at: fraction,
      contentType: fc.constantFrom(...contentTypes),
    })
    .map(({ what, at, contentType }) => (body: unknown) => {
      const text = JSON.stringify(body ?? {})
      return { what, contentType, bytes: Buffer.from(inText[what]?.(text, at) ?? '') }
    }),
)

/** Path segments, sent unchanged. */
export const brokenSegments = fc.constantFrom(
  ...[
    '%00',
    '%',
    '%zz',
    '%ff',
    '%ed%a0%80',
    '%c3',
    '.',
    '%2e%2e',
    '%2F',
    '%5c',
    '%F0%9F%92%A9',
    '-1',
    '0',
    '1e3',
    'NaN',
    'null',
  ],
  ...[
    'x'.repeat(3000),
    '%20',
    '+',
    '"',
    "'",
    '*',
    ';a=b',
    '{release}',
    '9'.repeat(30),
    '1.0',
    '01',
    '__proto__',
    '%0d%0aX-Injected:%201',
  ],
)

/** Query strings, sent unchanged. */
export const brokenQueries = (names: readonly string[]): Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...names, 'unknown', '__proto__', 'constructor', '', '%00'),
        fc.constantFrom(
          '',
          '0',
          '-1',
          '1e3',
          '201',
          'NaN',
          '%00',
          '%ff',
          '%ed%a0%80',
          '%',
          'x'.repeat(3000),
          'null',
          '[]',
          '%F0%9F%92%A9',
          '2026-02-30',
          'eyJ9',
        ),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

/** Known headers with invalid values. */
export const brokenHeaders: Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'if-match': 'W/"x", "y' },
  { 'if-none-match': '*' },
  { 'idempotency-key': 'with a space' },
  { 'idempotency-key': 'x'.repeat(256) },
  { 'content-encoding': 'gzip' },
  { 'x-request-id': 'a b' },
  { traceparent: '00-0-0-0' },
  { accept: 'image/png;q=nothing' },
  { 'accept-language': ';;;q=,-' },
)
