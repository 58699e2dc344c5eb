/** One HTTP operation, declared once: the guard, the typed handlers, the gateway's routing and the OpenAPI document all come from it. */
import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

export const serviceNames = ['gateway', 'geodata', 'releases', 'builder', 'webhooks', 'importer'] as const
export type ServiceName = (typeof serviceNames)[number]

/**
 * Who an operation is for: `partner` holds an API key, `traveller` holds nothing but the link, `admin` reaches the
 * gateway's admin listener, `internal` is one of our own services.
 */
export type Audience = 'partner' | 'traveller' | 'admin' | 'internal'

export interface ResponseSpec {
  description: string
  body?: TSchema
  /** Set and not JSON: the answer is raw bytes and is not checked against a schema. */
  contentType?: string
}

export interface Operation {
  id: string
  /** Who implements it; `every` is for what the service kit brings to each service. */
  service: ServiceName | 'every'
  audience: Audience
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Template with `{name}` parameters; a parameter may be followed by a literal ending such as `.gpx`. */
  path: string
  tag: string
  summary: string
  description?: string
  params?: TObject
  query?: TObject
  /** Headers that it needs, by their names in lower case. */
  headers?: TObject
  body?: TSchema
  /** No body at all stands for an empty object. */
  bodyOptional?: true
  /** Accepted media types of a raw body. Absent: JSON, sent as `application/json` or `text/plain`. */
  bodyContentTypes?: readonly string[]
  /**
   * An array of the body that may be so long that an object for each item is a burden: its field, and the numbers that an item may
   * have. A handler gets it as columns (`ReadBodyOf`), whatever its length.
   */
  bodyColumns?: { field: string; names: readonly string[] }
  /**
   * Where the body holds Base64 that may be so long that a string of it is a burden: the fields of that name, wherever they are. A handler
   * gets the bytes of long ones (`ReadBodyOf`), and every other as it was sent.
   */
  bodyBase64?: string
  /** Largest accepted body; absent: the service's general limit. */
  bodyLimitBytes?: number
  responses: Readonly<Record<number, ResponseSpec>>
  /**
   * What may go wrong beside `commonErrors`. A POST, PUT or PATCH that lists `idempotency-key-reused` honours `Idempotency-Key`;
   * any other refuses it (400), because its effect lies elsewhere and a repeat of it does no harm.
   */
  errors: readonly ErrorCode[]
  /** A POST that only reads: an `Idempotency-Key` means nothing to it and is not looked at. */
  changesNothing?: true
  /** Internal operations: the services that may call it. All others are called by the gateway alone. */
  callers?: readonly ServiceName[]
  /** The answer holds a secret, so it is never stored for a replay. */
  secret?: true
}

export function defineOperation<const O extends Operation>(operation: O): O {
  return operation
}

/** Whether the answer goes on until one of both sides ends it. */
export const isEventStream = ({ responses }: Operation): boolean => responses[200]?.contentType === 'text/event-stream'

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise
type NoFields = Record<never, never>

export type ParamsOf<O extends Operation> = O extends { params: infer S } ? StaticOr<S, NoFields> : NoFields
export type QueryOf<O extends Operation> = O extends { query: infer S } ? StaticOr<S, NoFields> : NoFields
/** The body as it is sent: a value that JSON can hold, or the bytes of a file. */
export type BodyOf<O extends Operation> = O extends { bodyContentTypes: readonly string[] }
  ? Uint8Array
  : O extends { body: infer S }
    ? StaticOr<S, undefined>
    : undefined
/** The numbers of each name, item by item: NaN where an item does not have it; -0 is 0, as JSON is written. All are of one length. */
export type ColumnsOf<Names extends readonly string[]> = { readonly [Name in Names[number]]: Float64Array }
/** The body as a handler gets it: as it was sent, but for the array that it gets as columns. */
export type ReadBodyOf<O extends Operation> = O extends {
  bodyColumns: { field: infer Field; names: infer Names extends readonly string[] }
}
  ? { [Name in keyof BodyOf<O>]: Name extends Field ? ColumnsOf<Names> : BodyOf<O>[Name] }
  : O extends { bodyBase64: infer Field extends string }
    ? WithBytes<BodyOf<O>, Field>
    : BodyOf<O>

type WithBytes<T, Field extends string> = T extends readonly (infer Item)[]
  ? WithBytes<Item, Field>[]
  : T extends object
    ? { [Name in keyof T]: Name extends Field ? T[Name] | Uint8Array : WithBytes<T[Name], Field> }
    : T
export type StatusOf<O extends Operation> = keyof O['responses'] & number
export type ResponseBodyOf<O extends Operation, Status extends StatusOf<O> = StatusOf<O>> =
  Status extends StatusOf<O>
    ? O['responses'][Status] extends { body: infer S }
      ? StaticOr<S, undefined>
      : undefined
    : never

/** Parts that the contract of an operation asks for must be given, those it does not know cannot be. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

/** What a caller fills in. */
export type PartsOf<O extends Operation> = Part<'params', ParamsOf<O>> &
  Part<'query', QueryOf<O>> &
  Part<'body', BodyOf<O>>

/** The answers that are successes, each status with its body. */
export type AnswerOf<O extends Operation> = {
  [Status in StatusOf<O>]: { status: Status; body: ResponseBodyOf<O, Status> }
}[StatusOf<O>]
