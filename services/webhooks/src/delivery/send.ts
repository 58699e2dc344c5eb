import { performance } from 'node:perf_hooks'
import { type Clock, withClientSpan } from '@guidebook/service-kit'
import {
  type ConnectionFailure,
  connectionFailure,
  type GuardedConnectOptions,
  guardedConnector,
  type OutboundProxy,
  tunnelConnector,
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
  /** What everything goes through; without one receivers are dialled directly. */
  proxy?: OutboundProxy | undefined
  /** What a receiver's wish in the form of a date is measured against. */
  clock: Clock
}

/** More of an answer than this is neither read nor kept. */
const keptBytes = 16 * 1024

/** A sender that follows no redirect, reaches only admitted addresses and never waits or reads beyond its bounds. */
export const createSender = (options: SenderOptions): { send: Send; close(): Promise<void> } => {
  const { timeoutMs, clock, proxy } = options
  const agent = new Agent({
    connect: proxy === undefined ? guardedConnector(options) : tunnelConnector(proxy, options),
    connections: options.connectionsPerReceiver,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: keptBytes,
  })
  return {
    async send(url, headers, body) {
      const began = performance.now()
      const overdue = new AbortController()
      // Not a signal of its own time: thousands of those would be kept long after their attempts.
      const timer = setTimeout(() => overdue.abort(), timeoutMs)
      try {
        const result = await attempt(agent, clock, overdue.signal, { url, headers, body })
        return { ...result, durationMs: Math.round(performance.now() - began) }
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => agent.destroy(),
  }
}

interface Post {
  url: string
  headers: SignedHeaders
  body: string
}

const attempt = async (
  agent: Dispatcher,
  clock: Clock,
  signal: AbortSignal,
  { url, headers, body }: Post,
): Promise<Omit<AttemptResult, 'durationMs'>> => {
  try {
    const answer = await unlessAborted(
      signal,
      withClientSpan({ method: 'POST', host: new URL(url).host }, (traceHeaders) =>
        request(url, {
          dispatcher: agent,
          method: 'POST',
          headers: { ...headers, ...traceHeaders, 'user-agent': 'guidebook-webhooks' },
          body,
          signal,
        }),
      ),
    )
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

/** undici heeds a signal only once the request is under way, not while it waits for a socket or for one that connects. */
const unlessAborted = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const outcomeOf = (status: number): AttemptOutcome => {
  if (status >= 200 && status < 300) return 'acknowledged'
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'refused'
}

/**
 * The first bytes of an answer, as a text that can be stored and shown. The status has been received and decides; an
 * answer that then breaks off, stalls or never ends changes nothing about it, so what was read until then is kept.
 */
const readBeginning = async (answer: Dispatcher.ResponseData, signal: AbortSignal): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= keptBytes) break
    }
  } catch (error) {
    chunks.push(Buffer.from(`… (${connectionFailure(error, signal.aborted).reason})`))
  }
  answer.body.destroy()
  const encoding = single(answer.headers['content-encoding']) ?? 'identity'
  if (bytes > 0 && encoding !== 'identity') return `(${bytes} bytes, compressed although that was not asked for)`
  return Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8').replace(unshowable, '\ufffd')
}

/** Control characters other than those of plain text: PostgreSQL stores no NUL, and a terminal would obey others. */
const unshowable = /[^\P{Cc}\t\n\r]/gu

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
