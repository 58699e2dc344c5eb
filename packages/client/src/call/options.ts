import type { Answer } from './call.ts'

export interface CallOptions {
  /** Gives the call up, also between two attempts and while a download is read. The call rejects with the signal's reason. */
  signal?: AbortSignal
  /** Time for the call with all its repeats and pauses, milliseconds. Default: that of the client. */
  timeoutMs?: number
  /** Time for one attempt until its answer is read (of a download: until it begins), milliseconds. Default: that of the client. */
  attemptTimeoutMs?: number
  /** How often the call is repeated at most. Default: that of the client. */
  retries?: number
  /** Further headers, such as `X-Request-Id` or `traceparent`. */
  headers?: Readonly<Record<string, string>>
}

export interface ReadOptions<T> extends CallOptions {
  /** An earlier answer: while the resource has not changed since, its data is answered again, and little is transferred. */
  previous?: Answer<T>
}

export interface DownloadOptions extends CallOptions {
  /** The `ETag` of an earlier download: while the file has not changed since, the response has status 304 and no body. */
  ifNoneMatch?: string
}

export interface WriteOptions extends CallOptions {
  /**
   * Names this one effect for 24 hours: the same call with the same key does nothing more and answers the same. Give one that
   * you store with your booking when a call must stay single across restarts of your program. Default: a new one for each call.
   */
  idempotencyKey?: string
}

export interface ChangeOptions extends WriteOptions {
  /** Changes the resource only when it still has this `ETag`; otherwise 412 `precondition-failed`. */
  ifMatch?: string
}

export interface DeleteOptions extends CallOptions {
  /** Deletes the resource only when it still has this `ETag`; otherwise 412 `precondition-failed`. */
  ifMatch?: string
}
