import type { Call } from './call.ts'

export interface Page<T> {
  items: T[]
  /** Give it as `cursor` to get the next page; null on the last one. */
  nextCursor: string | null
}

/** A list that is fetched as it is read: `for await (const item of list)`. Nothing is asked before. */
export class List<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Call<Page<T>>

  constructor(read: (cursor: string | undefined) => Call<Page<T>>) {
    this.#read = read
  }

  /** The one page that the query asks for: the first, or the one at its `cursor`. */
  page(): Call<Page<T>> {
    return this.#read(undefined)
  }

  /** This page and all that follow. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let page = await this.#read(undefined)
    yield page
    while (page.nextCursor !== null) {
      page = await this.#read(page.nextCursor)
      yield page
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }
}
