import type { ChangeOptions, DownloadOptions, ReadOptions } from '../options.ts'
import type { Settings } from '../settings.ts'

/** How an operation is called. */
export interface CalledOperation {
  /** Names the operation in errors. */
  id: string
  method: string
  /** Template with `{name}` parameters. */
  path: string
  /** Whether it takes an Idempotency-Key. */
  keyed?: boolean
  /** Whether it has no effect although its method is not GET. */
  changesNothing?: boolean
}

/** The parts of any request and the options of any call. The types of an operation say which of them it has. */
export interface AnyRequest {
  params?: object
  query?: object
  body?: unknown
  file?: string | Uint8Array<ArrayBuffer> | Blob
}
export type AnyOptions = ReadOptions<unknown> & DownloadOptions & ChangeOptions

export interface PreparedRequest {
  /** The operation's id. */
  operation: string
  url: string
  init: RequestInit & { method: string; headers: Headers }
  /** Whether it may be sent twice without a second effect. */
  repeatable: boolean
}

/** Makes the request once for all its attempts, so that a write keeps its Idempotency-Key. Throws a TypeError for what cannot be sent. */
export function prepareRequest(
  { id, method, path, keyed = false, changesNothing = false }: CalledOperation,
  { params, query, body, file }: AnyRequest,
  options: AnyOptions,
  { baseUrl, authorization, userAgent }: Pick<Settings, 'baseUrl' | 'authorization' | 'userAgent'>,
): PreparedRequest {
  const headers = new Headers(options.headers)
  const cachedTag = options.ifNoneMatch ?? options.previous?.etag
  if (authorization !== null) headers.set('authorization', authorization)
  if (userAgent !== null) headers.set('user-agent', userAgent)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (file !== undefined) headers.set('content-type', 'text/csv')
  if (keyed) headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID())
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  if (cachedTag) headers.set('if-none-match', cachedTag)
  return {
    operation: id,
    url: requestUrl(baseUrl, path, params, query),
    // `fetch` would follow a redirect of a POST with a GET: a redirect is an error instead.
    init: { method, headers, body: file ?? (body === undefined ? null : JSON.stringify(body)), redirect: 'manual' },
    // A deleted resource stays deleted.
    repeatable: keyed || changesNothing || method === 'GET' || method === 'DELETE',
  }
}

/** Fills in and encodes `{name}` of the path; leaves out undefined fields of the query. Throws a TypeError for a parameter that is no segment. */
function requestUrl(base: string, path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, values.get(name)))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `${base}${filled}${search.size === 0 ? '' : `?${search}`}`
}

function segment(name: string, value: unknown): string {
  const text = String(value ?? '')
  // URL parsers resolve dot segments: the call would reach another path.
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} must not be empty, "." or ".."`)
  return encodeURIComponent(text)
}
