/** Makes calls of operations, typed by the table of the contracts. */
import type { Settings } from '../settings.ts'
import { type Answer, Call } from './call.ts'
import { List, type Page } from './list.ts'
import type { AnswerOf, DownloadId, ItemOf, ListId, OperationId, OptionsOf, RequestOf } from './operation-types.ts'
import type { CallOptions, DownloadOptions } from './options.ts'
import { perform } from './perform.ts'
import { type AnyOptions, type AnyRequest, prepareRequest } from './prepare-request.ts'
import { readAnswer } from './read-answer.ts'
import type { Surroundings } from './surroundings.ts'

export interface Caller extends Pick<Surroundings, 'pause'> {
  /** Reads the answer as JSON. */
  call<Id extends OperationId>(id: Id, request: RequestOf<Id>, options?: OptionsOf<Id>): Call<AnswerOf<Id>>
  /** Asks page by page, as the list is read. */
  list<Id extends ListId>(id: Id, request: RequestOf<Id>, options?: CallOptions): List<ItemOf<Id>>
  /** Gives the response as it comes, its body unread. */
  download<Id extends DownloadId>(id: Id, request: RequestOf<Id>, options?: DownloadOptions): Promise<Response>
}

export function createCaller(settings: Settings, surroundings: Surroundings): Caller {
  const world = { settings, surroundings }

  async function answer(id: OperationId, request: AnyRequest, options: AnyOptions): Promise<Answer<unknown>> {
    const read = (response: Response) => readAnswer(id, response, options.previous, surroundings.now)
    return await perform(prepareRequest(id, request, options, settings), options, read, world)
  }

  return {
    call<Id extends OperationId>(id: Id, request: RequestOf<Id>, options?: OptionsOf<Id>) {
      const answered = answer(id, request, (options ?? {}) as AnyOptions)
      return new Call(answered as Promise<Answer<AnswerOf<Id>>>)
    },
    list<Id extends ListId>(id: Id, request: AnyRequest, options: CallOptions = {}) {
      return new List((cursor) => {
        const query = cursor === undefined ? request.query : { ...request.query, cursor }
        const page = answer(id, { ...request, query: query ?? {} }, options)
        return new Call(page as Promise<Answer<Page<ItemOf<Id>>>>)
      })
    },
    async download(id, request: AnyRequest, options = {}) {
      return await perform(prepareRequest(id, request, options, settings), options, async (response) => response, world)
    },
    pause: surroundings.pause,
  }
}
