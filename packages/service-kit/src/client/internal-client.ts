import type { Readable } from 'node:stream'
import { type AnswerOf, type Operation, type PartsOf, requestPath, type ServiceName } from '@guidebook/contracts'
import { type Dispatcher, Pool } from 'undici'
import { type StatedIdentity, serviceIdentity } from '../identity/identity.ts'
import type { TokenIssuer } from '../identity/token-issuer.ts'
import type { Component } from '../lifecycle/component.ts'
import type { Logger } from '../log/logger.ts'
import { currentRequestId } from '../request-id.ts'
import { refusalOf, TargetUnavailableError, toCallError } from './call-error.ts'
import { createResilience } from './resilience.ts'

export type CallOptions<O extends Operation> = PartsOf<O> & {
  /** On whose behalf; absent: this service itself. */
  identity?: StatedIdentity
  /** Time for the whole call with its retry, milliseconds; for a stream, until its first byte. */
  deadlineMs?: number
  signal?: AbortSignal
  /** Whether one more attempt is safe when the target cannot be reached. Default: only for GET. */
  retry?: boolean
}

/** Asks another service. Every failure is a ServiceError: the target's own refusal (4xx), `internal-error`, or `part-unavailable`. */
export interface InternalClient extends Component {
  call<const O extends Operation>(operation: O, options: CallOptions<O>): Promise<AnswerOf<O>>
  /** The answer's bytes as they come. The caller reads the stream to its end or destroys it. */
  stream<const O extends Operation>(operation: O, options: CallOptions<O>): Promise<Readable>
  stop(): Promise<void>
}

interface AnyOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  identity?: StatedIdentity
  deadlineMs?: number
  signal?: AbortSignal
  retry?: boolean
}

const defaultDeadline = 5_000

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
  const pool = new Pool(base.origin, { connections: 128, connect: { timeout: 2_000 } })
  const resilience = createResilience(target, log)
  const self = serviceIdentity(service)

  /** One attempt: the answer when it is a success, otherwise the error that it means. */
  async function attempt(
    operation: Operation,
    options: AnyOptions,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const token = await issuer.sign({ audience: target, identity: options.identity ?? self })
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    const requestId = currentRequestId()
    if (requestId !== null) headers['x-request-id'] = requestId
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

  /** `finish` takes what it needs of the answer; the deadline ends with it. */
  async function run<T>(
    operation: Operation,
    options: AnyOptions,
    finish: (response: Dispatcher.ResponseData) => Promise<T> | T,
  ): Promise<T> {
    const deadlineMs = options.deadlineMs ?? defaultDeadline
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), deadlineMs)
    const signal = options.signal ? AbortSignal.any([deadline.signal, options.signal]) : deadline.signal
    const retry = options.retry ?? operation.method === 'GET'
    const once = async () => {
      try {
        return await finish(await attempt(operation, options, signal))
      } catch (error) {
        // A caller that gives up says nothing about the target; a deadline that passes does.
        const isLate = deadline.signal.aborted && !options.signal?.aborted
        throw isLate
          ? new TargetUnavailableError(`${target} did not answer ${operation.id} within ${deadlineMs} ms`)
          : error
      }
    }
    try {
      return await resilience.execute(once, { retry, signal })
    } catch (error) {
      throw options.signal?.aborted ? options.signal.reason : toCallError(error, target)
    } finally {
      clearTimeout(timer)
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

/** Bytes of a file as they are, anything else as JSON. */
const encodeBody = ({ bodyContentTypes: [contentType] = [] }: Operation, body: unknown) =>
  contentType !== undefined && body instanceof Uint8Array
    ? { contentType, content: body }
    : { contentType: 'application/json', content: JSON.stringify(body) }
