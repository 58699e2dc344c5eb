import type { Call } from './call.ts'

export interface Page<T> {
  items: T[]
  /** Send it as `cursor` to get the next page; null on the last page. */
  nextCursor: string | null
}

/** A list that is requested while it is read: `for await (const item of list)`. */
export class List<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Call<Page<T>>

  constructor(read: (cursor: string | undefined) => Call<Page<T>>) {
    this.#read = read
  }

  /** One page: the first, or the one at the `cursor` of the query. */
  page(): Call<Page<T>> {
    return this.#read(undefined)
  }

  /** This page and all pages after it. */
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
