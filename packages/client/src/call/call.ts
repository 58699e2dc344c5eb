/** What the service answered, with all that stands around the data. */
export interface Answer<T> {
  data: T
  status: number
  headers: Headers
  /** Names this state of the resource, for `ifMatch`. */
  etag: string | null
  /** Names the request in the service's logs: quote it to support. */
  requestId: string | null
  /** Whether the service had done this before, under the same Idempotency-Key, and gave its stored answer again. */
  replayed: boolean
  /** Whether `data` is that of the earlier answer given as `previous`, because nothing has changed since. */
  notModified: boolean
}

/** A call under way. To await it gives the data; `answer()` gives the data with its ETag and headers. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #answer: Promise<Answer<T>>

  constructor(answer: Promise<Answer<T>>) {
    this.#answer = answer
  }

  answer(): Promise<Answer<T>> {
    return this.#answer
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like a promise; a promise made beforehand would reject unheard when only `answer()` is used.
  then<Done = T, Failed = never>(
    onDone?: ((data: T) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#answer.then(({ data }) => data).then(onDone, onFailed)
  }

  catch<Failed = never>(onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null): Promise<T | Failed> {
    return this.then(null, onFailed)
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd)
  }
}
