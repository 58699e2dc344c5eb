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
   * Arrays of the body that may be so long that an object for each item is a burden: the members of that name, wherever they are. `names`: the
   * numbers that an item may have. `array`: their schema. `most`: the items of all of them together. A handler gets them as columns
   * (`ReadBodyOf`), whatever their length.
   */
  bodyColumns?: { field: string; names: readonly string[]; array: TSchema; most: number }
  /**
   * Where the body holds Base64 that may be so long that a string of it is a burden: the fields of that name, wherever they are. A handler
   * gets the bytes of long ones (`ReadBodyOf`), and every other as it was sent.
   */
  bodyBase64?: string
  /** Objects, arrays, texts, numbers and literals of the body, beside the items of `bodyColumns`; absent: `usualBodyValues`. */
  bodyValues?: number
  /** Largest accepted body; absent: `usualBodyBytes`. */
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
/** The body as a handler gets it: as it was sent, but with columns and bytes where the operation takes them, wherever they are. */
export type ReadBodyOf<O extends Operation> = [ColumnsFieldOf<O> | Base64FieldOf<O>] extends [never]
  ? BodyOf<O>
  : AsRead<BodyOf<O>, ColumnsFieldOf<O>, NamesOf<O>, Base64FieldOf<O>>

type ColumnsFieldOf<O> = O extends { bodyColumns: { field: infer Field extends string } } ? Field : never
type NamesOf<O> = O extends { bodyColumns: { names: infer Names extends readonly string[] } } ? Names : never
type Base64FieldOf<O> = O extends { bodyBase64: infer Field extends string } ? Field : never

type AsRead<
  T,
  Columns extends string,
  Names extends readonly string[],
  Base64 extends string,
> = T extends readonly (infer Item)[]
  ? AsRead<Item, Columns, Names, Base64>[]
  : T extends object
    ? {
        [Name in keyof T]: Name extends Columns
          ? ColumnsOf<Names>
          : Name extends Base64
            ? T[Name] | Uint8Array
            : AsRead<T[Name], Columns, Names, Base64>
      }
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
