import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation, ServiceName } from '@guidebook/contracts'
import {
  ClientGone,
  type Exchange,
  isOutage,
  ServiceError,
  type StatedIdentity,
  type TokenIssuer,
} from '@guidebook/service-kit'
import { upstreamHeaders } from './headers.ts'
import { type AnswerOptions, RelayedAnswer } from './relayed-answer.ts'
import { type BodyOptions, type RequestBody, receiveRequestBody } from './request-body.ts'
import type { Upstream } from './upstreams.ts'

export interface Forwarded {
  request: IncomingMessage
  response: ServerResponse
  operation: Operation
  identity: StatedIdentity
  /** Whose share the request takes: an account, or a network address. */
  owner: string
  exchange: Exchange
  /** Whether the gateway is about to stop, so that this connection takes no more requests. */
  isLast(): boolean
  /** Ends an answer that would go on. */
  end?: AbortSignal
}

export interface ForwardOptions {
  issuer: TokenIssuer
  bodies: BodyOptions
  answers: AnswerOptions
}

/**
 * Sends a request on to the service of its operation and the answer back. A connection to the service is held while the service works, never
 * while the client sends or receives. Throws a ServiceError while nothing is answered yet.
 */
export function createForward({ issuer, bodies, answers }: ForwardOptions) {
  return async function forward(upstream: Upstream, forwarded: Forwarded): Promise<void> {
    const body = await receiveRequestBody(forwarded, bodies)
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
    // Services need not know which key it was; the token goes out with every request.
    const { keyId: _, ...identity } = forwarded.identity
    const { method = 'GET' } = request
    const path = prefix + pathOf(request, operation)
    const length = body.spool?.size ?? body.content?.length
    const attempt = async (): Promise<{ started: boolean; error?: unknown }> => {
      // Signed for each attempt: a token that waited for a connection, or for another attempt, may have expired.
      const token = await issuer.sign({ audience: operation.service as ServiceName, identity })
      const headers = upstreamHeaders(request.headers, token, exchange.requestId)
      if (length !== undefined) headers['content-length'] = String(length)
      const answer = new RelayedAnswer(forwarded, answers)
      const content = (body.spool?.bytes() ?? body.content) as Buffer | null
      try {
        pool.dispatch({ method, path, headers, body: content }, answer)
        await answer.done
        return { started: true }
      } catch (error) {
        return { started: answer.started, error }
      }
    }

    const isRead = method === 'GET' || method === 'HEAD'
    let { started, error } = await attempt()
    // An idle connection that the other side just closed says nothing about the service: a read asks once more.
    if (error !== undefined && isRead && !started && isOutage(error)) ({ started, error } = await attempt())
    if (error === undefined) return
    throw isOutage(error) ? unavailable(operation, error) : error
  }
}

async function waitForShare({ shares }: Upstream, { owner, response, operation }: Forwarded): Promise<void> {
  const waiting = shares.wait(owner)
  response.once('close', waiting.cancel)
  try {
    await waiting.granted
  } catch (error) {
    throw response.destroyed ? new ClientGone('the client did not wait for its turn') : unavailable(operation, error)
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

/** As it came. Travellers’ links pick up parameters on their way through mails and messengers; those mean nothing here. */
function pathOf({ url = '/' }: IncomingMessage, { audience, query }: Operation): string {
  if (audience !== 'traveller' || query !== undefined) return url
  const search = url.indexOf('?')
  return search < 0 ? url : url.slice(0, search)
}
