import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation, ServiceName } from '@guidebook/contracts'
import {
  type Answer,
  answer,
  ClientDisconnectedError,
  type Exchange,
  type ExchangeContext,
  isOutage,
  isUnsent,
  type MinimumRate,
  ServiceError,
  type StatedIdentity,
  type TokenIssuer,
} from '@guidebook/service-kit'
import type { OpenSpool } from '../spool/spool.ts'
import { upstreamHeaders } from './headers.ts'
import { RelayedAnswer } from './relayed-answer.ts'
import { type RequestBody, receiveRequestBody } from './request-body.ts'
import type { Upstream } from './upstreams.ts'

export interface Forwarded {
  request: IncomingMessage
  response: ServerResponse
  operation: Operation
  identity: StatedIdentity
  /** Whose share the request takes: an account, or a network address. */
  owner: string
  exchange: Exchange
  /** Receives the answer when the client may get it; the service may still be sending it. */
  begin(answer: Answer): void
  /** Ends an answer that would go on. */
  end?: AbortSignal
}

export interface ForwardOptions {
  issuer: TokenIssuer
  maxBodyBytes?: number
  /** The lowest rates at which a client may send a body and read a large response. */
  bodyRate: MinimumRate
  answerRate: MinimumRate
  /** Large bodies and responses wait here for slow clients. */
  openSpool: OpenSpool
}

export type Forward = ReturnType<typeof createForward>

/** Pause before the second attempt, milliseconds: a replica may be shutting down. */
const retryPauseMs = 50

/** Gives Koa the response as soon as it begins. An error after that cuts the response; the log line of the request reports it. */
export async function answerWith(
  ctx: ExchangeContext,
  run: (begin: (answer: Answer) => void) => Promise<void>,
): Promise<void> {
  const begun = await new Promise<Answer>((resolve, reject) => {
    run(resolve).catch((error: unknown) => {
      ctx.state.exchange.error = error
      reject(error)
    })
  })
  answer(ctx, begun)
}

/**
 * Sends a request on to the service of its operation and the answer back. A connection to the service is held while the service works, never
 * while the client sends or receives. Resolves when the service has sent everything; rejects with a ServiceError while nothing is answered yet.
 */
export function createForward(options: ForwardOptions) {
  return async function forward(upstream: Upstream, forwarded: Forwarded): Promise<void> {
    const body = await receiveRequestBody(forwarded, options)
    try {
      if (!upstream.shares.take(forwarded.owner)) await waitForShare(upstream, forwarded)
      try {
        await send(upstream, forwarded, body)
      } finally {
        upstream.shares.give(forwarded.owner)
      }
    } finally {
      if (body.spool !== null) await body.spool.close()
    }
  }

  async function send({ pool, prefix }: Upstream, forwarded: Forwarded, body: RequestBody): Promise<void> {
    const { request, operation, exchange } = forwarded
    // The token is sent with every request, and services do not need the key's id.
    const { keyId: _, ...identity } = forwarded.identity
    const { method = 'GET' } = request
    const path = prefix + pathOf(request, operation)
    const length = body.spool?.size ?? body.content?.length
    const attempt = async (): Promise<{ started: boolean; error?: unknown }> => {
      // Signed for each attempt: a token that waited for a connection, or for another attempt, may have expired.
      const token = await options.issuer.sign({ audience: operation.service as ServiceName, identity })
      const headers = upstreamHeaders(request.headers, token, exchange.requestId)
      if (length !== undefined) headers['content-length'] = String(length)
      const relayed = new RelayedAnswer(forwarded, options)
      const content = (body.spool?.bytes() ?? body.content) as Buffer | null
      try {
        pool.dispatch({ method, path, headers, body: content }, relayed)
        await relayed.done
        return { started: true }
      } catch (error) {
        return { started: relayed.started, error }
      }
    }

    let { started, error } = await attempt()
    if (!started && isRepeatable(request, error)) {
      await sleep(retryPauseMs)
      ;({ error } = await attempt())
    }
    if (error === undefined) return
    throw isOutage(error) ? unavailable(operation, error) : error
  }
}

/**
 * Whether the request may be sent again after the failure: it was not sent, or a second time changes nothing. A service applies changes
 * with the same Idempotency-Key once, except a DELETE, whose key it ignores.
 */
function isRepeatable({ method, headers }: IncomingMessage, error: unknown): boolean {
  if (isUnsent(error)) return true
  if (method === 'GET' || method === 'HEAD') return isOutage(error)
  if (method === 'DELETE' || headers['idempotency-key'] === undefined) return false
  return lostConnection.has((error as NodeJS.ErrnoException)?.code ?? '')
}

/** Codes of a connection that the service closed. After a timeout the service may still be at work, so that is none of them. */
const lostConnection = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

async function waitForShare({ shares }: Upstream, { owner, response, operation }: Forwarded): Promise<void> {
  const waiting = shares.wait(owner)
  response.once('close', waiting.cancel)
  try {
    await waiting.granted
  } catch (error) {
    throw response.destroyed
      ? new ClientDisconnectedError('the client did not wait for its turn')
      : unavailable(operation, error)
  } finally {
    response.off('close', waiting.cancel)
  }
}

function unavailable({ service }: Operation, cause: unknown): ServiceError {
  return new ServiceError('part-unavailable', {
    cause,
    detail: `${service} is not available`,
    headers: { 'Retry-After': '5' },
  })
}

/** The path as received. Mail programs and messengers add parameters to travellers' links; they mean nothing here. */
function pathOf({ url = '/' }: IncomingMessage, { audience, query }: Operation): string {
  if (audience !== 'traveller' || query !== undefined) return url
  const search = url.indexOf('?')
  return search < 0 ? url : url.slice(0, search)
}
