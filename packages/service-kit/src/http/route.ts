import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Operation, ParamsOf, QueryOf, ReadBodyOf, ResponseBodyOf, StatusOf } from '@guidebook/contracts'
import type { Identity } from '../identity/identity.ts'
import type { Logger } from '../log/logger.ts'

/** A request that has passed the guard, with all parts in the types of its contract. */
export interface OperationRequest<O extends Operation = Operation> {
  operation: O
  params: ParamsOf<O>
  query: QueryOf<O>
  /** The JSON value, with declared arrays as columns; a `Buffer` when the operation declares raw content types. */
  body: ReadBodyOf<O>
  headers: IncomingHttpHeaders
  identity: Identity
  requestId: string
  /** The valid header `Idempotency-Key`, or null. */
  idempotencyKey: string | null
  /** SHA-256 (hex) of the body's bytes. */
  readonly bodyHash: string
  readonly log: Logger
  raw: IncomingMessage
  /** Aborts when the client disconnects before the response is complete. */
  readonly signal: AbortSignal
  /** Whether the service is about to stop, so that long responses must end. */
  readonly isDraining: boolean
}

/** The reply of a handler: JSON by default; with `contentType`, `body` is a string or Buffer that is sent unchanged; or a `stream`. */
export interface Reply<Status extends number = number, Body = unknown> {
  status: Status
  body?: Body
  /** Version of the resource, without quotes. Absent: the hash of the body. */
  etag?: string
  location?: string
  headers?: Readonly<Record<string, string>>
  stream?: Readable
  contentType?: string
}

/** The replies that an operation's contract allows. */
export type ReplyOf<O extends Operation> = {
  [Status in StatusOf<O>]: ReplyWith<Status, ResponseBodyOf<O, Status>> & LocationOf<O['responses'][Status]>
}[StatusOf<O>]

type ReplyWith<Status extends number, Body> = Reply<Status, [Body] extends [undefined] ? unknown : Body>

/** Required where the contract declares it. */
type LocationOf<Response> = Response extends { location: true } ? { location: string } : unknown

export interface Route {
  operation: Operation
  handler(request: OperationRequest): Promise<Reply>
}

/** Binds an operation to its handler. */
export function route<O extends Operation, const R extends ReplyOf<O>>(
  operation: O,
  handler: (request: OperationRequest<O>) => Promise<R>,
): Route {
  // The guard passes only what the schemas of the operation accept.
  return { operation, handler: handler as unknown as Route['handler'] }
}
