import { Agent, request } from 'undici'
import { withholdTrace } from '../telemetry/propagation.ts'
import { destinationFault, type OutboundPolicy } from './destination.ts'
import { type ConnectionFailure, connectionFailure } from './failure.ts'
import { inEnglish } from './failure-reason.ts'
import { guardedConnector, type Lookup } from './guarded-connect.ts'

/** The message is a sentence for the owner of the address; it never repeats the address. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  /** Status of a response other than 200, or 206 for a part. */
  readonly status: number | null
  /** The failure of the connection, if no complete response arrived. */
  readonly outcome: ConnectionFailure['outcome'] | null

  constructor(message: string, { status = null, outcome = null, ...options }: FetchErrorOptions = {}) {
    super(message, options)
    this.status = status
    this.outcome = outcome
  }
}

type FetchErrorOptions = ErrorOptions & Partial<Pick<FetchError, 'status' | 'outcome'>>

interface FetcherOptions extends OutboundPolicy {
  /** Time from connecting to the last byte, milliseconds. */
  timeoutMs: number
  /** A larger response is refused. */
  mostBytes: number
  userAgent: string
  lookup?: Lookup | undefined
}

/** Bytes of a file. */
interface Part {
  offset: number
  length: number
}

export type Fetcher = ReturnType<typeof createFetcher>

/** Fetches small files from untrusted addresses: only what the policy allows (https, public addresses), no redirects, bounded. */
export const createFetcher = (options: FetcherOptions) => {
  const { timeoutMs, mostBytes, userAgent, admittedNetworks, authorities: ca, lookup } = options
  const agent = new Agent({
    connect: guardedConnector({ admittedNetworks, ca, lookup, timeoutMs }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

  const answer = async (url: string, signal: AbortSignal, part: Part | undefined): Promise<Buffer> => {
    const range = part && { range: `bytes=${part.offset}-${part.offset + part.length - 1}` }
    const { statusCode, body } = await withholdTrace(() =>
      request(url, { dispatcher: agent, headers: { 'user-agent': userAgent, ...range }, signal }),
    )
    try {
      if (statusCode !== (part ? 206 : 200))
        throw new FetchError(`The answer was ${statusCode}.`, { status: statusCode })
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > mostBytes) throw new FetchError(`The answer has more than ${mostBytes} bytes.`)
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    } finally {
      // The rest of the body is not needed; destroying it may cause an error.
      body.on('error', () => undefined).destroy()
    }
  }

  return {
    /** The file, or a part of it. Throws `FetchError`, also if a server does not serve parts, or the reason of the signal. */
    async fetch(url: string, signal?: AbortSignal, part?: Part): Promise<Buffer> {
      const fault = destinationFault(url, options)
      if (fault !== null) throw new FetchError(`The address ${fault}.`)
      const deadline = AbortSignal.timeout(timeoutMs)
      try {
        return await answer(url, signal ? AbortSignal.any([signal, deadline]) : deadline, part)
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof FetchError) throw error
        const { outcome, reason } = connectionFailure(error, deadline.aborted)
        throw new FetchError(inEnglish(reason), { outcome, cause: error })
      }
    },
    close: (): Promise<void> => agent.destroy(),
  }
}
