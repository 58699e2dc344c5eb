import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Operation } from '@guidebook/contracts'
import type { Identity } from '../identity/identity.ts'
import type { Logger } from '../log/logger.ts'
import { closeSignal } from './close-signal.ts'
import { isDraining } from './draining.ts'
import type { ExchangeContext } from './exchange.ts'
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

/** Body hash, logger and abort signal are created on first use, because few handlers need them. */
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
  readonly #ctx: ExchangeContext
  readonly #bytes: Buffer
  #bodyHash: string | undefined
  #signal: AbortSignal | undefined

  constructor(ctx: ExchangeContext, parts: Parts) {
    this.operation = parts.operation
    this.params = parts.params as OperationRequest['params']
    this.query = parts.query as OperationRequest['query']
    this.body = parts.body as OperationRequest['body']
    this.identity = parts.identity
    this.idempotencyKey = parts.idempotencyKey
    this.requestId = ctx.state.exchange.requestId
    this.headers = ctx.req.headers
    this.raw = ctx.req
    this.#ctx = ctx
    this.#bytes = parts.bytes
  }

  get bodyHash(): string {
    this.#bodyHash ??= hash('sha256', this.#bytes, 'hex')
    return this.#bodyHash
  }

  get log(): Logger {
    return this.#ctx.state.exchange.log
  }

  get isDraining(): boolean {
    return isDraining(this.#ctx.app)
  }

  get signal(): AbortSignal {
    this.#signal ??= closeSignal(this.#ctx.res)
    return this.#signal
  }
}
