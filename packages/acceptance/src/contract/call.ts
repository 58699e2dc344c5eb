import type { Operation } from '@guidebook/contracts'
import { exchange, type Received } from '../exchange.ts'

/** A request for an operation, part by part; a file is sent as it is. */
export interface Call {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  file?: string
}

/** The path of a call with its parameters filled in, and its query. */
export function pathOf({ path }: Operation, { params = {}, query = {} }: Call): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path}: no value for ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}

export interface Caller {
  baseUrl: string
  /** Null for a traveller, who has no key. */
  key: string | null
}

/** Sends a call and answers whatever comes back. */
export function call({ baseUrl, key }: Caller, operation: Operation, parts: Call): Promise<Received> {
  const { headers, body, file } = parts
  const contentType = operation.bodyContentTypes?.[0] ?? 'application/json'
  return exchange(baseUrl, {
    method: operation.method,
    path: pathOf(operation, parts),
    headers: {
      accept: 'application/json',
      ...headers,
      ...(key === null ? {} : { authorization: key }),
      ...(body === undefined && file === undefined ? {} : { 'content-type': contentType }),
    },
    body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
  })
}
