import type { ParameterizedContext } from 'koa'
import type { StatedIdentity } from '../identity/identity.ts'
import type { Logger } from '../log/logger.ts'
import { nameRequestSpan } from '../telemetry/index.ts'

/** What is known of one request while it is handled; its log line and metrics are made of it at the end. */
export class Exchange {
  readonly requestId: string
  /** What every answer to this request says, whoever makes it and whatever becomes of it. */
  readonly headers: Record<string, string>
  account: string | null = null
  /** Who sent the request, where middleware has proved it before the routes. */
  identity: StatedIdentity | null = null
  traceId: string | null = null
  /** What the request failed with, when it failed. */
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

  /** Path template of the operation, by which the request's log line, measurement and span are known: the path itself may hold a Trip Link. */
  get route(): string | null {
    return this.#route
  }

  set route(template: string) {
    this.#route = template
    nameRequestSpan(this.#method, template)
  }

  /** Made when something is logged: most requests log nothing but their one line. */
  get log(): Logger {
    this.#log ??= this.#service.child({ requestId: this.requestId })
    return this.#log
  }
}

export interface ExchangeState {
  exchange: Exchange
}
export type ExchangeContext = ParameterizedContext<ExchangeState>

/** The client went away before its request was complete: there is no one to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}
