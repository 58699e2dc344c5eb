import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation, ServiceName } from '@guidebook/contracts'
import {
  type Exchange,
  isOutage,
  ServiceError,
  type StatedIdentity,
  type TokenIssuer,
  withClientSpan,
} from '@guidebook/service-kit'
import { upstreamHeaders } from './headers.ts'
import { RelayedAnswer } from './relayed-answer.ts'
import { requestBody } from './request-body.ts'
import type { Upstream } from './upstreams.ts'

export interface Forwarded {
  request: IncomingMessage
  response: ServerResponse
  operation: Operation
  identity: StatedIdentity
  exchange: Exchange
  /** Whether the gateway is about to stop, so that this connection takes no more requests. */
  isLast(): boolean
  /** Ends an answer that would go on. */
  end?: AbortSignal
}

/** Sends a request on to the service of its operation and the answer back. Throws a ServiceError while nothing is answered yet. */
export function createForward(options: { issuer: TokenIssuer; maxBodyBytes: number }) {
  return async function forward(upstream: Upstream, forwarded: Forwarded): Promise<void> {
    if (upstream.underWay >= upstream.mostUnderWay)
      throw unavailable(forwarded.operation, new Error('too many requests wait'))
    upstream.underWay++
    try {
      await forwardTo(upstream, forwarded)
    } finally {
      upstream.underWay--
    }
  }

  async function forwardTo({ pool, host, prefix }: Upstream, forwarded: Forwarded): Promise<void> {
    const { request, operation, identity, exchange } = forwarded
    const body = await requestBody(request, operation, options.maxBodyBytes)
    const token = await options.issuer.sign({ audience: operation.service as ServiceName, identity })
    const headers = upstreamHeaders(request.headers, token, exchange.requestId)
    if (body.length !== undefined) headers['content-length'] = String(body.length)

    const { method = 'GET' } = request
    const path = prefix + pathOf(request, operation)
    const attempt = async (): Promise<{ started: boolean; error?: unknown }> => {
      const answer = new RelayedAnswer(forwarded)
      const ask = (traceHeaders: Readonly<Record<string, string>>) => {
        pool.dispatch(
          { method, path, headers: { ...headers, ...traceHeaders }, body: body.content as Buffer | null },
          answer,
        )
        return answer.done
      }
      try {
        await withClientSpan({ method, host, template: operation.path }, ask)
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
