import type { ServerResponse } from 'node:http'
import type { ParameterizedContext } from 'koa'
import type { StatedIdentity } from '../identity/identity.ts'
import type { Logger } from '../log/logger.ts'
import { nameRequestSpan } from '../telemetry/index.ts'

/** The state of one request while it is handled. Its log line and metrics come from it at the end. */
export class Exchange {
  readonly requestId: string
  /** Headers of every answer to this request. */
  readonly headers: Record<string, string>
  account: string | null = null
  /** The sender, where middleware authenticated the request before the routes. */
  identity: StatedIdentity | null = null
  traceId: string | null = null
  /** The error that the request failed with. */
  error: unknown = null
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

  /** Path template of the operation. Log line, measurement and span have it instead of the path, which may hold a Trip Link. */
  get route(): string | null {
    return this.#route
  }

  set route(template: string) {
    this.#route = template
    nameRequestSpan(this.#method, template)
  }

  /** Created on first use: most requests log only their one line. */
  get log(): Logger {
    this.#log ??= this.#service.child({ requestId: this.requestId })
    return this.#log
  }
}

export interface ExchangeState {
  exchange: Exchange
}
export type ExchangeContext = ParameterizedContext<ExchangeState>

/** The client closed its connection before it had the whole answer. */
export class ClientDisconnectedError extends Error {
  override readonly name = 'ClientDisconnectedError'
}

/** Aborts when the client closes its connection before it has the whole answer. */
export function closeSignal(response: ServerResponse): AbortSignal {
  const abort = new AbortController()
  const onClose = () => {
    if (!response.writableFinished) abort.abort(new ClientDisconnectedError('the client disconnected before the end'))
  }
  if (response.destroyed) onClose()
  else response.once('close', onClose)
  return abort.signal
}
