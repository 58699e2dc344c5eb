import type { Readable } from 'node:stream'
import { type AnswerOf, type Operation, type PartsOf, requestPath, type ServiceName } from '@guidebook/contracts'
import { CircuitState, ConsecutiveBreaker, ConstantBackoff, circuitBreaker, handleWhen, retry } from 'cockatiel'
import type { Dispatcher } from 'undici'
import { DependencyUnavailableError } from '../errors/index.ts'
import { type StatedIdentity, serviceIdentity } from '../identity/identity.ts'
import type { TokenIssuer } from '../identity/token-issuer.ts'
import type { Component } from '../lifecycle/component.ts'
import type { Logger } from '../log/logger.ts'
import { currentRequestId } from '../request-id.ts'
import { isUnavailable, refusalOf, toCallError } from './call-error.ts'
import { createServicePool, isUnsent } from './service-pool.ts'

interface CallSettings {
  /** The sender of the request; absent: this service itself. */
  identity?: StatedIdentity
  /** Time for the whole call with its retry, milliseconds; for a stream, until its first byte. */
  deadlineMs?: number
  signal?: AbortSignal
  /** Language of texts in the response, for people. */
  language?: string
  /** Whether one more attempt is safe when the request may have been handled. Default: only for GET. An unsent one is always tried again. */
  retry?: boolean
}

type CallOptions<O extends Operation> = PartsOf<O> & CallSettings

type AnyOptions = CallSettings & { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** Calls another service. Every failure is a ServiceError: the target's own refusal (4xx), `internal-error`, or `part-unavailable`. */
export interface InternalClient extends Component {
  call<const O extends Operation>(operation: O, options: CallOptions<O>): Promise<AnswerOf<O>>
  /** The response's bytes as they arrive. The caller reads the stream to its end or destroys it. */
  stream<const O extends Operation>(operation: O, options: CallOptions<O>): Promise<Readable>
  stop(): Promise<void>
}

const defaultDeadline = 5_000

/** Successive outages that open the circuit. */
const outagesToOpen = 5
/** How long it stays open, milliseconds; then one call is allowed. */
const openForMs = 1_000
/** Pause before the second attempt, milliseconds: long enough for a restarted process to accept, short against any deadline. */
const retryPauseMs = 50

const retryOnceWhen = (isRepeatable: (error: unknown) => boolean) =>
  retry(handleWhen(isRepeatable), { maxAttempts: 1, backoff: new ConstantBackoff(retryPauseMs) })
const retryUnavailable = retryOnceWhen(isUnavailable)
const retryUnsent = retryOnceWhen(isUnsent)

function createBreaker(target: ServiceName, log: Logger) {
  const breaker = circuitBreaker(handleWhen(isUnavailable), {
    breaker: new ConsecutiveBreaker(outagesToOpen),
    halfOpenAfter: openForMs,
  })
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open) log.warn({ target }, 'circuit opened')
    else if (state === CircuitState.Closed) log.info({ target }, 'circuit closed')
  })
  return breaker
}

export function createInternalClient(settings: {
  service: ServiceName
  target: ServiceName
  baseUrl: string
  issuer: TokenIssuer
  log: Logger
}): InternalClient {
  const { service, target, issuer, log } = settings
  const base = new URL(settings.baseUrl)
  const prefix = base.pathname.replace(/\/$/, '')
  const pool = createServicePool(base.origin, { connections: 128 })
  const breaker = createBreaker(target, log)
  const self = serviceIdentity(service)

  /** One attempt: returns a successful response; throws the error of any other. */
  async function attempt(
    operation: Operation,
    options: AnyOptions,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const token = await issuer.sign({ audience: target, identity: options.identity ?? self })
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    const requestId = currentRequestId()
    if (requestId !== null) headers['x-request-id'] = requestId
    if (options.language !== undefined) headers['accept-language'] = options.language
    const body = options.body === undefined ? null : encodeBody(operation, options.body)
    if (body !== null) headers['content-type'] = body.contentType
    const { method, path } = operation
    const response = await pool.request({
      method,
      path: prefix + requestPath(path, options.params, options.query),
      headers,
      body: body?.content ?? null,
      signal,
    })
    if (response.statusCode < 300) return response
    throw await refusalOf(response, target, operation)
  }

  /** `finish` reads the response; the deadline applies until it returns. */
  async function run<T>(
    operation: Operation,
    options: AnyOptions,
    finish: (response: Dispatcher.ResponseData) => Promise<T> | T,
  ): Promise<T> {
    const { deadlineMs = defaultDeadline, retry = operation.method === 'GET' } = options
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), deadlineMs)
    const signal = options.signal ? AbortSignal.any([deadline.signal, options.signal]) : deadline.signal
    const late = () =>
      new DependencyUnavailableError(`${target} did not answer ${operation.id} within ${deadlineMs} ms`)
    const { promise: ended, reject: end } = Promise.withResolvers<never>()
    const endLate = () => end(late())
    signal.addEventListener('abort', endLate, { once: true })
    const guarded = () =>
      breaker.execute(async () => {
        try {
          return await finish(await attempt(operation, options, signal))
        } catch (error) {
          // An abort by the caller says nothing about the target; an exceeded deadline does.
          if (!deadline.signal.aborted || options.signal?.aborted) throw error
          throw late()
        }
        // A call that waited for the probe until its deadline is not attempted, and says nothing about the target.
      }, signal)
    try {
      // No signal ends the pause before the retry, or the wait for the call that probes whether the target is back.
      return await Promise.race([ended, (retry ? retryUnavailable : retryUnsent).execute(guarded, signal)])
    } catch (error) {
      throw options.signal?.aborted ? options.signal.reason : toCallError(error, target)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', endLate)
    }
  }

  return {
    name: `client of ${target}`,
    async call(operation, options) {
      const result = await run(operation, options as AnyOptions, async ({ statusCode, body }) => {
        const text = await body.text()
        return { status: statusCode, body: text === '' ? undefined : JSON.parse(text) }
      })
      return result as never
    },
    stream: (operation, options) => run(operation, options as AnyOptions, ({ body }) => body),
    stop: () => pool.close(),
  }
}

/** Files are sent unchanged, anything else as JSON. */
const encodeBody = ({ bodyContentTypes: [contentType] = [] }: Operation, body: unknown) =>
  contentType !== undefined && body instanceof Uint8Array
    ? { contentType, content: body }
    : { contentType: 'application/json', content: JSON.stringify(body) }
