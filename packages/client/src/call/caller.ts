/** Calls the operations of the contracts, with the types of the generated table. */
import { operations } from '../generated/operations.ts'
import { type ApiResponse, Call } from './call.ts'
import { List, type Page } from './list.ts'
import type { DownloadId, ItemOf, ListId, OperationId, OptionsOf, RequestOf, ResponseOf } from './operation-types.ts'
import type { CallOptions, DownloadOptions } from './options.ts'
import { perform, type Transport } from './perform.ts'
import { type AnyOptions, type AnyRequest, prepareRequest } from './prepare-request.ts'
import { acceptSuccess, readResponse } from './read-response.ts'
import type { Timing } from './timing.ts'

export interface Caller extends Pick<Timing, 'pause'> {
  /** Reads the response as JSON. */
  call<Id extends OperationId>(id: Id, request: RequestOf<Id>, options?: OptionsOf<Id>): Call<ResponseOf<Id>>
  /** Requests one page after the other while the list is read. */
  list<Id extends ListId>(id: Id, request: RequestOf<Id>, options?: CallOptions): List<ItemOf<Id>>
  /** Returns the response with its body unread. */
  download<Id extends DownloadId>(id: Id, request: RequestOf<Id>, options?: DownloadOptions): Promise<Response>
}

export function createCaller(transport: Transport): Caller {
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

  function respond(id: OperationId, request: AnyRequest, options: AnyOptions): Promise<ApiResponse<unknown>> {
    return send(id, request, options, (response) => readResponse(id, response, { previous: options.previous, now }))
  }

  return {
    call<Id extends OperationId>(id: Id, request: RequestOf<Id>, options?: OptionsOf<Id>) {
      const response = respond(id, request, (options ?? {}) as AnyOptions)
      return new Call(response as Promise<ApiResponse<ResponseOf<Id>>>)
    },
    list<Id extends ListId>(id: Id, request: AnyRequest, options: CallOptions = {}) {
      return new List((cursor) => {
        const query = cursor === undefined ? request.query : { ...request.query, cursor }
        const page = respond(id, { ...request, query: query ?? {} }, options)
        return new Call(page as Promise<ApiResponse<Page<ItemOf<Id>>>>)
      })
    },
    download: (id, request, options = {}) => send(id, request, options, async (response) => response),
    pause,
  }
}
