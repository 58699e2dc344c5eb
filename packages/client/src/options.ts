/** A response of the service: its data and what came with it. */
export interface ApiResponse<T> {
  data: T
  status: number
  headers: Headers
  /** Version of the resource, for `ifMatch`. */
  etag: string | null
  /** Identifies the request in the service's logs. Quote it to support. */
  requestId: string | null
  /** Whether the service returned the stored response of an earlier call with the same Idempotency-Key. */
  replayed: boolean
  /** Whether nothing has changed since `previous`: `data` is then the data of that response. */
  notModified: boolean
}

export interface CallOptions {
  /** Cancels the call, also between two attempts and while a download is read. The call rejects with the signal's reason. */
  signal?: AbortSignal
  /** Time limit of the call with all its retries and pauses, milliseconds. Default: the client's setting. */
  timeoutMs?: number
  /** Time limit of one attempt until its response is read (of a download: until it begins), milliseconds. Default: the client's setting. */
  attemptTimeoutMs?: number
  /** Largest number of retries. Default: the client's setting. */
  retries?: number
  /** Further headers, such as `X-Request-Id` or `traceparent`. */
  headers?: Readonly<Record<string, string>>
}

export interface ReadOptions<T> extends CallOptions {
  /** An earlier response. While the resource has not changed, its data is returned again and little is transferred. */
  previous?: ApiResponse<T>
}

export interface DownloadOptions extends CallOptions {
  /** The `ETag` of an earlier download. While the file has not changed, the response has status 304 and no body. */
  ifNoneMatch?: string
}

export interface WriteOptions extends CallOptions {
  /**
   * Makes the call safe to repeat for 24 hours: the same call with the same key has no second effect and returns the same
   * response. To keep a call single across restarts of your program, store a key with your booking. Default: a new key for each call.
   */
  idempotencyKey?: string
}

export interface ChangeOptions extends WriteOptions {
  /** Changes the resource only if it still has this `ETag`; otherwise 412 `precondition-failed`. */
  ifMatch?: string
}

export interface DeleteOptions extends CallOptions {
  /** Deletes the resource only if it still has this `ETag`; otherwise 412 `precondition-failed`. */
  ifMatch?: string
}
