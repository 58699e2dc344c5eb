/** The declaration of an HTTP operation. The guard, typed handlers, the gateway's routing and the OpenAPI document are derived from it. */
import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

export const serviceNames = ['gateway', 'geodata', 'releases', 'builder', 'webhooks', 'importer'] as const
export type ServiceName = (typeof serviceNames)[number]

/**
 * Who may call an operation: `partner` has an API key or is a person in the portal, `traveller` has only the link, `portal` is the portal in
 * a browser, `admin` is support on the gateway's admin listener, `support` is support in a browser there, before the session is known,
 * `internal` is one of our services.
 */
export type Audience = 'partner' | 'traveller' | 'portal' | 'admin' | 'support' | 'internal'

/**
 * Roles of a person in an account, from the lowest to the highest; each includes the rights of those before it. `viewer` reads, `office` also works on
 * releases, `editor` also on content, `admin` also on keys, people and settings. An API key may do what an admin may.
 */
export const roles = ['viewer', 'office', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

export interface ResponseSpec {
  description: string
  body?: TSchema
  /** Media type of a response that is not JSON. Its bytes are not checked against a schema. */
  contentType?: string
  /** The response has `Location`: where the resource that it shows can be read. */
  location?: true
  /** Written while it is sent, so it has no `ETag`. */
  streamed?: true
}

/** Errors of an operation that supports `Idempotency-Key`. */
export const idempotencyErrors = ['request-in-progress', 'idempotency-key-reused'] as const

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation {
  id: string
  /** The service that owns it; `every` for operations of the service kit in each service. */
  service: ServiceName | 'every'
  audience: Audience
  /** Operations of partners: the lowest role that may call the operation. */
  role?: Role
  method: Method
  /** Template with `{name}` parameters. A literal ending such as `.gpx` may follow a parameter. */
  path: string
  tag: string
  summary: string
  description?: string
  params?: TObject
  query?: TObject
  /** Headers that the operation reads, by lower-case name. */
  headers?: TObject
  body?: TSchema
  /** No body means an empty object. */
  bodyOptional?: true
  /** Accepted media types of a raw body. Absent: JSON, sent as `application/json` or `text/plain`. */
  bodyContentTypes?: readonly string[]
  /**
   * Arrays of the body that may be too long for an object per item: all members named `field`. `names`: the numbers of an item.
   * `array`: their schema. `most`: largest number of items of all these arrays. Handlers always get them as columns (`ReadBodyOf`).
   */
  bodyColumns?: { field: string; names: readonly string[]; array: TSchema; most: number }
  /**
   * Name of fields with Base64 that may be too long for a string. Handlers get the bytes of long ones (`ReadBodyOf`), and short ones as
   * they were sent.
   */
  bodyBase64?: string
  /** Name of the field with the download code: the gateway's journal names it when the request is refused. */
  bodyCode?: string
  /** Largest number of objects, arrays, strings, numbers and literals in the body, without the items of `bodyColumns`. Absent: `usualBodyValues`. */
  bodyValues?: number
  /** Largest accepted body; absent: `usualBodyBytes`. */
  bodyLimitBytes?: number
  responses: Readonly<Record<number, ResponseSpec>>
  /**
   * Errors beside `commonErrors`. A POST, PUT or PATCH that lists `idempotencyErrors` supports `Idempotency-Key`; any other
   * ignores the header, because a repeat has no second effect.
   */
  errors: readonly ErrorCode[]
  /** A file that only the traveller's page loads; the reference omits it. */
  ofPage?: true
  /** A POST that changes nothing of the account, so a client may repeat it. It ignores `Idempotency-Key`. */
  changesNothing?: true
  /** Internal operations: the services that may call it. All other operations are called by the gateway only. */
  callers?: readonly ServiceName[]
  /** The response contains a secret, so it is never stored for a replay. */
  secret?: true
}

/** What a declaration can set itself. */
type Own = Partial<Omit<Operation, 'id' | 'method' | 'path'>> & { id?: never; method?: never; path?: never }
/** What the operations of a file have in common. */
type Shared = Pick<Operation, 'service' | 'audience' | 'tag'> & Own
type Declared<S, O> = O & Omit<S & { errors: readonly ErrorCode[] }, keyof O> & { method: Method; path: string }

/**
 * Returns a function that declares operations with these properties, or with others in their place. `target` is the method and the path.
 * The id is the name of the export: `operations.ts` adds it. `errors` is empty by default.
 */
export const operationsOf =
  <const S extends Shared>(shared: S) =>
  <const O extends Pick<Operation, 'summary'> & Own>(target: `${Method} /${string}`, own: O) => {
    const [method, path] = target.split(' ')
    return { errors: [], ...shared, method, path, ...own } as unknown as Declared<S, O>
  }

/** Adds to each declaration its key, as the property `name`. */
export const keyed = <const Name extends string, D extends object>(name: Name, declared: D) =>
  Object.fromEntries(Object.entries(declared).map(([key, one]) => [key, { [name]: key, ...one }])) as {
    [Key in keyof D]: D[Key] & Record<Name, Key>
  }

/** Whether the operation supports `Idempotency-Key`. */
export const isKeyed = ({ errors }: Operation): boolean => errors.includes('idempotency-key-reused')

/** Whether a read supports `If-None-Match`: its response has an `ETag`. */
export const isConditional = ({ method, responses }: Operation): boolean =>
  method === 'GET' && responses[200]?.streamed !== true

/** Whether the response is a stream of server-sent events. */
export const isEventStream = ({ responses }: Operation): boolean => responses[200]?.contentType === 'text/event-stream'

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise
type NoFields = Record<never, never>

export type ParamsOf<O extends Operation> = O extends { params: infer S } ? StaticOr<S, NoFields> : NoFields
export type QueryOf<O extends Operation> = O extends { query: infer S } ? StaticOr<S, NoFields> : NoFields
/** The body as sent: a JSON value, or the bytes of a file. */
export type BodyOf<O extends Operation> = O extends { bodyContentTypes: readonly string[] }
  ? Uint8Array
  : O extends { body: infer S }
    ? StaticOr<S, undefined>
    : undefined
/** The numbers by name, one per item; NaN where an item has none. -0 becomes 0, as in written JSON. All have the same length. */
export type ColumnsOf<Names extends readonly string[]> = { readonly [Name in Names[number]]: Float64Array }
/** The body as handlers get it: as sent, but with columns and bytes where the operation declares them. */
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

/** Requires the parts that the contract requires, and excludes those that it does not have. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

/** The parts of a request. */
export type PartsOf<O extends Operation> = Part<'params', ParamsOf<O>> &
  Part<'query', QueryOf<O>> &
  Part<'body', BodyOf<O>>

/** The successful responses, each status with its body. */
export type AnswerOf<O extends Operation> = {
  [Status in StatusOf<O>]: { status: Status; body: ResponseBodyOf<O, Status> }
}[StatusOf<O>]
