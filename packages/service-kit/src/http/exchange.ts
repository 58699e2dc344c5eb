import type { ServerResponse } from 'node:http'
import type { ParameterizedContext } from 'koa'
import type { StatedIdentity } from '../identity/identity.ts'
import type { Logger } from '../log/logger.ts'
import { nameRequestSpan } from '../telemetry/trace.ts'
import type { Refusal } from './refusal-report.ts'

/** The state of one request while it is handled. Its log line and metrics come from it at the end. */
export class Exchange {
  readonly requestId: string
  /** Headers of every response to this request. */
  readonly headers: Record<string, string>
  account: string | null = null
  /** The sender, if middleware authenticated the request before the routes. */
  identity: StatedIdentity | null = null
  traceId: string | null = null
  /** The error that the request failed with. */
  error: unknown = null
  /** The download code in the body of a refused request, if its operation has one. */
  downloadCode: number | null = null
  /** At the gateway: what the service reported of its refusal. */
  refusal: Refusal | null = null
  readonly #method: string
  readonly #service: Logger
  #route: string | null = null
  #log: Logger | undefined

  constructor(requestId: string, method: string, service: Logger, headers: Readonly<Record<string, string>> = {}) {
    this.requestId = requestId
    this.headers = { ...headers, 'X-Request-Id': requestId }
    this.#method = method
    this.#service = service
  }

  /** Path template of the operation. Logs, metrics and spans have it instead of the path, which may contain a Trip Link. */
  get route(): string | null {
    return this.#route
  }

  set route(template: string) {
    this.#route = template
    nameRequestSpan(this.#method, template)
  }

  /** Created on first use: most requests log only their access line. */
  get log(): Logger {
    this.#log ??= this.#service.child({ requestId: this.requestId })
    return this.#log
  }
}

export interface ExchangeState {
  exchange: Exchange
}
export type ExchangeContext = ParameterizedContext<ExchangeState>

/** The client closed its connection before the response was complete. */
export class ClientDisconnectedError extends Error {
  override readonly name = 'ClientDisconnectedError'
}

/** Aborts when the client closes its connection before the response is complete. */
export function closeSignal(response: ServerResponse): AbortSignal {
  const abort = new AbortController()
  const onClose = () => {
    if (!response.writableFinished) abort.abort(new ClientDisconnectedError('the client disconnected before the end'))
  }
  if (response.destroyed) onClose()
  else response.once('close', onClose)
  return abort.signal
}
