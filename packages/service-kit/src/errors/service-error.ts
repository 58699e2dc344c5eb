import { type ErrorCode, errorCatalogue, type Fault } from '@guidebook/contracts'

export interface ServiceErrorOptions {
  /** For the caller, in addition to the catalogue's title; must contain no internals. Not sent when the status is 500 or above. */
  detail?: string | undefined
  faults?: readonly Fault[] | undefined
  /** Headers of the response, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>> | undefined
  cause?: unknown
}

/** Rejects a request with a code of the catalogue, which determines status and title. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly detail: string | undefined
  readonly faults: readonly Fault[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.detail ?? errorCatalogue[code].title, { cause: options.cause })
    this.code = code
    this.detail = options.detail
    this.faults = options.faults ?? []
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

export function fail(code: ErrorCode, detail?: string): never {
  throw new ServiceError(code, { detail })
}

export function failWith(code: ErrorCode, faults: readonly Fault[]): never {
  throw new ServiceError(code, { faults })
}
