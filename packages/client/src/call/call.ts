import type { ApiResponse } from '../options.ts'

/** A call in progress. Await it for the data, or `withResponse()` for the data with its ETag and headers. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #response: Promise<ApiResponse<T>>

  constructor(response: Promise<ApiResponse<T>>) {
    this.#response = response
  }

  withResponse(): Promise<ApiResponse<T>> {
    return this.#response
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like a promise; a second promise made in the constructor would reject unhandled when only `withResponse()` is used.
  then<Done = T, Failed = never>(
    onDone?: ((data: T) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#response.then(({ data }) => data).then(onDone, onFailed)
  }

  catch<Failed = never>(onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null): Promise<T | Failed> {
    return this.then(null, onFailed)
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd)
  }
}
