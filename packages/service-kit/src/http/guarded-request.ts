import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '@guidebook/contracts'
import type { Identity } from '../identity/identity.ts'
import type { Logger } from '../log/logger.ts'
import type { Exchange } from './exchange.ts'
import type { OperationRequest } from './route.ts'

interface Parts {
  operation: Operation
  params: unknown
  query: unknown
  body: unknown
  bytes: Buffer
  identity: Identity
  idempotencyKey: string | null
}

/** What few handlers ask for (body hash, logger, abort signal) is made when it is asked for. */
export class GuardedRequest implements OperationRequest {
  readonly operation: Operation
  readonly params: OperationRequest['params']
  readonly query: OperationRequest['query']
  readonly body: OperationRequest['body']
  readonly identity: Identity
  readonly idempotencyKey: string | null
  readonly requestId: string
  readonly headers: IncomingHttpHeaders
  readonly raw: IncomingMessage
  readonly #response: ServerResponse
  readonly #exchange: Exchange
  readonly #bytes: Buffer
  #abort: AbortController | undefined

  constructor(raw: IncomingMessage, response: ServerResponse, exchange: Exchange, parts: Parts) {
    this.operation = parts.operation
    this.params = parts.params as OperationRequest['params']
    this.query = parts.query as OperationRequest['query']
    this.body = parts.body as OperationRequest['body']
    this.identity = parts.identity
    this.idempotencyKey = parts.idempotencyKey
    this.requestId = exchange.requestId
    this.headers = raw.headers
    this.raw = raw
    this.#response = response
    this.#exchange = exchange
    this.#bytes = parts.bytes
  }

  get bodyHash(): string {
    return hash('sha256', this.#bytes, 'hex')
  }

  get log(): Logger {
    return this.#exchange.log
  }

  get signal(): AbortSignal {
    if (!this.#abort) {
      const abort = new AbortController()
      this.#abort = abort
      const onClose = () => {
        if (!this.#response.writableFinished) abort.abort()
      }
      if (this.#response.destroyed) onClose()
      else this.#response.once('close', onClose)
    }
    return this.#abort.signal
  }
}
