import type { ParameterizedContext } from 'koa'
import type { Logger } from '../log/logger.ts'

/** What is known of one request while it is handled; its log line and metrics are made of it at the end. */
export class Exchange {
  readonly requestId: string
  /** Path template of the operation. The path itself may hold a Trip Link and is never logged. */
  route: string | null = null
  account: string | null = null
  traceId: string | null = null
  /** What the request failed with, when it failed. */
  error: unknown = null
  readonly #service: Logger
  #log: Logger | undefined

  constructor(requestId: string, service: Logger) {
    this.requestId = requestId
    this.#service = service
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
