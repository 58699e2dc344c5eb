/** Calls the operations of the contracts, with the types of the generated table. */
import { operations } from '../generated/operations.ts'
import type { ApiResponse, CallOptions, DownloadOptions } from '../options.ts'
import { Call } from './call.ts'
import { List, type Page } from './list.ts'
import type {
  BodyOf,
  DownloadId,
  IdWith,
  ItemOf,
  ListId,
  OperationId,
  OptionsOf,
  ParamsOf,
  QueryOf,
  RequestOf,
  ResponseOf,
} from './operation-types.ts'
import { perform, type Transport } from './perform.ts'
import { type AnyOptions, type AnyRequest, prepareRequest } from './prepare-request.ts'
import { acceptSuccess, readResponse } from './read-response.ts'

export type Caller = ReturnType<typeof createCaller>

export function createCaller(transport: Transport) {
  const { now, pause } = transport.timing

  function send<T>(
    id: OperationId,
    request: AnyRequest,
    options: AnyOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    return perform(transport, options, {
      prepare: () => prepareRequest({ id, ...operations[id] }, request, options, transport.settings),
      receive: acceptSuccess(id, read, now),
    })
  }

  function respond<Id extends OperationId>(id: Id, request: AnyRequest, options: AnyOptions = {}) {
    const { previous } = options
    const response = send(id, request, options, (response) => readResponse(id, response, { previous, now }))
    return new Call(response as Promise<ApiResponse<ResponseOf<Id>>>)
  }

  /** Requests one page after the other while the list is read. */
  function list<Id extends ListId>(id: Id, { query, ...request }: AnyRequest, options?: CallOptions) {
    return new List((cursor) => {
      const page = { ...query, ...(cursor === undefined ? {} : { cursor }) }
      return respond(id, { ...request, query: page }, options) as Call<Page<ItemOf<Id>>>
    })
  }

  /** Returns the response with its body unread. */
  function download(id: DownloadId, request: AnyRequest, options: DownloadOptions = {}) {
    return send(id, request, options, async (response) => response)
  }

  return {
    /** Reads the response as JSON. */
    call: <Id extends OperationId>(id: Id, request: RequestOf<Id>, options?: OptionsOf<Id>) =>
      respond(id, request, options),
    list,
    download,
    pause,

    // Methods of the client, by the parts of the request that they take before the options.
    plain:
      <Id extends IdWith<never>>(id: Id) =>
      (options?: OptionsOf<Id>) =>
        respond(id, {}, options),
    withBody:
      <Id extends IdWith<'body'>>(id: Id) =>
      (body: BodyOf<Id>, options?: OptionsOf<Id>) =>
        respond(id, { body }, options),
    withParams:
      <Id extends IdWith<'params'>>(id: Id) =>
      (params: ParamsOf<Id>, options?: OptionsOf<Id>) =>
        respond(id, { params }, options),
    withParamsAndBody:
      <Id extends IdWith<'params' | 'body'>>(id: Id) =>
      (params: ParamsOf<Id>, body: BodyOf<Id>, options?: OptionsOf<Id>) =>
        respond(id, { params, body }, options),
    withParamsAndQuery:
      <Id extends IdWith<'params' | 'query'>>(id: Id) =>
      (params: ParamsOf<Id>, query: QueryOf<Id> = {} as QueryOf<Id>, options?: OptionsOf<Id>) =>
        respond(id, { params, query }, options),
    listWithQuery:
      <Id extends ListId & IdWith<'query'>>(id: Id) =>
      (query: QueryOf<Id> = {} as QueryOf<Id>, options?: CallOptions) =>
        list(id, { query }, options),
    listWithParams:
      <Id extends ListId & IdWith<'params' | 'query'>>(id: Id) =>
      (params: ParamsOf<Id>, query: QueryOf<Id> = {} as QueryOf<Id>, options?: CallOptions) =>
        list(id, { params, query }, options),
    downloadWithParams:
      <Id extends DownloadId & IdWith<'params'>>(id: Id) =>
      (params: ParamsOf<Id>, options?: DownloadOptions) =>
        download(id, { params }, options),
    downloadWithParamsAndQuery:
      <Id extends DownloadId & IdWith<'params' | 'query'>>(id: Id) =>
      (params: ParamsOf<Id>, query: QueryOf<Id> = {} as QueryOf<Id>, options?: DownloadOptions) =>
        download(id, { params, query }, options),
  }
}
