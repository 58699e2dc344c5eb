import { operations } from '../generated/operations.ts'
import type { Settings } from '../settings.ts'
import type { OperationId } from './operation-types.ts'
import type { ChangeOptions, DownloadOptions, ReadOptions } from './options.ts'
import { requestUrl } from './request-url.ts'

/** The parts of any request and the options of any call: the types of each operation say which of them it has. */
export interface AnyRequest {
  params?: object
  query?: object
  body?: unknown
  file?: string | Uint8Array<ArrayBuffer> | Blob
}
export type AnyOptions = ReadOptions<unknown> & DownloadOptions & ChangeOptions

export interface PreparedRequest {
  id: OperationId
  url: string
  init: RequestInit
  /** Whether it may be sent twice without a second effect. */
  repeatable: boolean
}

/** Makes the request once for all its attempts: a write keeps its Idempotency-Key. Throws a TypeError for what cannot be sent. */
export function prepareRequest(
  id: OperationId,
  { params, query, body, file }: AnyRequest,
  options: AnyOptions,
  { baseUrl, authorization, userAgent }: Settings,
): PreparedRequest {
  const { method, path } = operations[id]
  const keyed = 'keyed' in operations[id]
  const headers = new Headers(options.headers)
  const known = options.ifNoneMatch ?? options.previous?.etag
  headers.set('authorization', authorization)
  if (userAgent !== null) headers.set('user-agent', userAgent)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (file !== undefined) headers.set('content-type', 'text/csv')
  if (keyed) headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID())
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  if (known) headers.set('if-none-match', known)
  return {
    id,
    url: requestUrl(baseUrl, path, params, query),
    // A redirect that is followed turns a POST into a GET: it is an error instead.
    init: { method, headers, body: file ?? (body === undefined ? null : JSON.stringify(body)), redirect: 'manual' },
    // Reads and the preview of a file change nothing, and what is deleted stays deleted.
    repeatable: keyed || method === 'GET' || method === 'DELETE' || id === 'previewImport',
  }
}
