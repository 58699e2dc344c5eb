import { performance } from 'node:perf_hooks'
import { type Clock, unlessAborted } from '@guidebook/service-kit'
import {
  type ConnectionFailure,
  connectionFailure,
  type FailureReason,
  type GuardedConnectOptions,
  guardedConnector,
  inEnglish,
  type OutboundProxy,
  tunnelConnector,
} from '@guidebook/service-kit/outbound'
import { Agent, type Dispatcher, request } from 'undici'
import { redact } from './redact.ts'
import { parseRetryAfter } from './schedule.ts'

/** The outcome of an attempt, as in the delivery's record. */
export type AttemptOutcome = 'acknowledged' | 'gone' | 'redirected' | 'refused' | ConnectionFailure['outcome']

export interface AttemptResult {
  outcome: AttemptOutcome
  /** The receiver's HTTP status; `null` without a response. */
  status: number | null
  durationMs: number
  /** The beginning of the response as text; `null` without a response. */
  response: string | null
  /** For people: why there was no usable response. */
  reason: FailureReason | null
  /** The receiver's Retry-After, milliseconds from the end of the attempt. */
  retryAfterMs: number | null
}

export type Send = (url: string, headers: Record<string, string>, body: string) => Promise<AttemptResult>

export interface SenderOptions extends Omit<GuardedConnectOptions, 'timeoutMs'> {
  /** Time limit of the whole attempt, from connecting to the last byte read, milliseconds. */
  timeoutMs: number
  /** Largest number of sockets to one receiver. */
  connectionsPerReceiver: number
  /** Proxy of all requests; without it, connections are direct. */
  proxy?: OutboundProxy | undefined
  /** Clock for dates in Retry-After. */
  clock: Clock
}

/** Largest part of a response that is read and stored. */
const storedBytes = 16 * 1024

/** A sender that follows no redirects, connects only to allowed addresses and limits time and size. */
export const createSender = (options: SenderOptions): { send: Send; close(): Promise<void> } => {
  const { timeoutMs, clock, proxy } = options
  const agent = new Agent({
    connect: proxy === undefined ? guardedConnector(options) : tunnelConnector(proxy, options),
    connections: options.connectionsPerReceiver,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: storedBytes,
  })
  const post = async (url: string, headers: Record<string, string>, body: string, signal: AbortSignal) => {
    try {
      const answering = request(url, { dispatcher: agent, method: 'POST', headers, body, signal })
      // undici observes the signal only after the request was sent, not while it waits for a socket.
      const answer = await unlessAborted(answering, signal)
      return {
        outcome: outcomeOf(answer.statusCode),
        status: answer.statusCode,
        response: redact(await readBeginning(answer, signal)),
        reason: null,
        retryAfterMs: parseRetryAfter(single(answer.headers['retry-after']), clock.now()),
      }
    } catch (error) {
      return { ...connectionFailure(error, signal.aborted), status: null, response: null, retryAfterMs: null }
    }
  }
  return {
    async send(url, headers, body) {
      const began = performance.now()
      const overdue = new AbortController()
      // Not AbortSignal.timeout: thousands of its timers would outlive their attempts.
      const timer = setTimeout(() => overdue.abort(), timeoutMs)
      const result = await post(url, headers, body, overdue.signal)
      clearTimeout(timer)
      return { ...result, durationMs: Math.round(performance.now() - began) }
    },
    close: () => agent.destroy(),
  }
}

const outcomeOf = (status: number): AttemptOutcome => {
  if (status >= 200 && status < 300) return 'acknowledged'
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'refused'
}

/**
 * The first bytes of a response, as text that can be stored and shown. The status alone decides the outcome. When the body is cut off,
 * stalls or never ends, the bytes read so far are used.
 */
const readBeginning = async (answer: Dispatcher.ResponseData, signal: AbortSignal): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= storedBytes) break
    }
  } catch (error) {
    chunks.push(Buffer.from(`… (${inEnglish(connectionFailure(error, signal.aborted).reason)})`))
  }
  answer.body.destroy()
  const encoding = single(answer.headers['content-encoding']) ?? 'identity'
  if (bytes > 0 && encoding !== 'identity') return `(${bytes} bytes, compressed without being requested)`
  return Buffer.concat(chunks).subarray(0, storedBytes).toString('utf8').replace(unshowable, '\ufffd')
}

/** Control characters except tab and line breaks: PostgreSQL stores no NUL, and terminals interpret others. */
const unshowable = /[^\P{Cc}\t\n\r]/gu

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
