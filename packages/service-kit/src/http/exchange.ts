import type { ParameterizedContext } from 'koa'
import type { Logger } from '../log/logger.ts'

/** What is known of one request while it is handled; its log line and metrics are made of it at the end. */
export interface Exchange {
  requestId: string
  /** Path template of the operation. The path itself may hold a Trip Link and is never logged. */
  route: string | null
  account: string | null
  /** What the request failed with, when it failed. */
  error: unknown
  readonly log: Logger
}

export interface ExchangeState {
  exchange: Exchange
}
export type ExchangeContext = ParameterizedContext<ExchangeState>

/** The client went away before its request was complete: there is no one to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

/** The logger of a request is made when something is logged: most requests log nothing but their one line. */
export function createExchange(requestId: string, log: Logger): Exchange {
  let child: Logger | undefined
  return {
    requestId,
    route: null,
    account: null,
    error: null,
    get log() {
      child ??= log.child({ requestId })
      return child
    },
  }
}
