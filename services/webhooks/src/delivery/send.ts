import { performance } from 'node:perf_hooks'
import { withClientSpan } from '@guidebook/service-kit'
import {
  type ConnectionFailure,
  connectionFailure,
  type GuardedConnectOptions,
  guardedConnector,
} from '@guidebook/service-kit/outbound'
import { Agent, type Dispatcher, request } from 'undici'
import { redact } from './redact.ts'
import { parseRetryAfter } from './schedule.ts'
import type { SignedHeaders } from './sign.ts'

/** How an attempt ended, in the words of the delivery's record. */
export type AttemptOutcome = 'acknowledged' | 'gone' | 'redirected' | 'refused' | ConnectionFailure['outcome']

export interface AttemptResult {
  outcome: AttemptOutcome
  /** The receiver's HTTP status; `null` when no answer came. */
  status: number | null
  durationMs: number
  /** The beginning of the receiver's answer, as text; `null` when no answer came. */
  response: string | null
  /** A sentence for people when there was no usable answer. */
  reason: string | null
  /** The receiver's wish, milliseconds from the end of the attempt. */
  retryAfterMs: number | null
}

export type Send = (url: string, headers: SignedHeaders, body: string) => Promise<AttemptResult>

export interface SenderOptions extends Omit<GuardedConnectOptions, 'timeoutMs'> {
  /** The whole attempt, from dialling to the last byte that is read, in milliseconds. */
  timeoutMs: number
  /** Sockets kept to one receiver. */
  connectionsPerReceiver: number
}

/** More of an answer than this is neither read nor kept. */
const keptBytes = 16 * 1024

/** A sender that follows no redirect, reaches only admitted addresses and never waits or reads beyond its bounds. */
export const createSender = (options: SenderOptions): { send: Send; close(): Promise<void> } => {
  const agent = new Agent({
    connect: guardedConnector(options),
    connections: options.connectionsPerReceiver,
    pipelining: 1,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    maxHeaderSize: keptBytes,
  })
  return {
    send: (url, headers, body) => attempt(agent, options.timeoutMs, url, headers, body),
    close: () => agent.destroy(),
  }
}

const attempt = async (
  agent: Dispatcher,
  timeoutMs: number,
  url: string,
  headers: SignedHeaders,
  body: string,
): Promise<AttemptResult> => {
  const began = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await withClientSpan({ method: 'POST', host: new URL(url).host }, (traceHeaders) =>
      request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...headers, ...traceHeaders, 'user-agent': 'guidebook-webhooks' },
        body,
        signal,
      }),
    )
    const response = redact(await readBeginning(answer.body))
    return {
      outcome: outcomeOf(answer.statusCode),
      status: answer.statusCode,
      durationMs: Math.round(performance.now() - began),
      response,
      reason: null,
      retryAfterMs: parseRetryAfter(single(answer.headers['retry-after']), new Date()),
    }
  } catch (error) {
    return {
      ...connectionFailure(error, signal.aborted),
      status: null,
      durationMs: Math.round(performance.now() - began),
      response: null,
      retryAfterMs: null,
    }
  }
}

const outcomeOf = (status: number): AttemptOutcome => {
  if (status >= 200 && status < 300) return 'acknowledged'
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'refused'
}

/**
 * The first bytes of an answer. The status has been received and decides; an answer that then breaks off, stalls or
 * never ends changes nothing about it, so what was read until then is kept.
 */
const readBeginning = async (body: Dispatcher.ResponseData['body']): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= keptBytes) break
    }
  } catch (error) {
    chunks.push(Buffer.from(`… (${connectionFailure(error, true).reason})`))
  }
  body.destroy()
  return Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8').replaceAll('\u0000', '�')
}

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
