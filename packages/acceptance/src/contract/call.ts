import { type Operation, requestPath } from '@guidebook/contracts'
import { exchange, type Received } from '../exchange.ts'

/** The parts of a request for an operation. A file is sent unchanged. */
export interface Call {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  file?: string
}

export const pathOf = ({ path }: Operation, { params, query }: Call): string => requestPath(path, params, query)

export interface Caller {
  baseUrl: string
  /** Null for a traveller, who has no key. */
  key: string | null
}

/** Sends a call and returns the response, whatever its status. */
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
