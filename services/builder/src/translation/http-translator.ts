import { type Component, isOutage, type Logger, withClientSpan } from '@guidebook/service-kit'
import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel'
import { Agent, type Dispatcher, request as send } from 'undici'
import type { Protocol } from './protocol.ts'
import { TranslationError, type TranslationRequest, type Translator } from './translator.ts'

export interface ProviderSettings {
  protocol: Protocol
  /** Without a slash at its end. */
  url: string
  key: string | undefined
  timeoutMs: number
}

/** So many requests in a row that failed make the next ones fail at once … */
const strikes = 5
/** … for so long, milliseconds: builds do not each wait for a provider that is away. */
const openForMs = 10_000

/** A provider of translations that is spoken to over HTTP. */
export function httpTranslator(
  { protocol, url, key, timeoutMs }: ProviderSettings,
  log: Logger,
): Translator & Component & { stop(): Promise<void> } {
  // A connection of its own for each request: one that was kept and has died meanwhile would look like a request that
  // may have been paid for, which is not repeated.
  const agent = new Agent({ pipelining: 0, connect: { timeout: 5_000 }, maxResponseSize: 8 * 1024 * 1024 })
  const resilience = wrap(
    retry(handleWhen(isSafeToRepeat), { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 500 }) }),
    circuitBreaker(handleWhen(isAway), { breaker: new ConsecutiveBreaker(strikes), halfOpenAfter: openForMs }),
  )

  const attempt = async (request: TranslationRequest, signal: AbortSignal): Promise<string[]> => {
    const target = { method: 'POST', host: new URL(url).host, template: protocol.path }
    const response = await withClientSpan(target, () =>
      send(url + protocol.path, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...protocol.headers(key), 'content-type': 'application/json', 'user-agent': 'guidebook-builder' },
        body: JSON.stringify(protocol.body(request, key)),
        signal,
      }),
    )
    return textsOf(await answerOf(response), request, protocol)
  }

  return {
    name: `translations by ${protocol.provider}`,
    provider: protocol.provider,
    limits: protocol.limits,
    timeoutMs,
    async translate(request, signal) {
      const all = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      try {
        return await resilience.execute(() => attempt(request, all), all)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        const failure = asFailure(error, all.aborted)
        log.warn({ err: failure, provider: protocol.provider, fault: failure.fault }, 'texts were not translated')
        throw failure
      }
    },
    stop: () => agent.destroy(),
  }
}

/** The provider said that it did nothing, or was not reached: no one pays twice for asking again. */
class RetryableTranslationError extends TranslationError {}

const isSafeToRepeat = (error: unknown): boolean => error instanceof RetryableTranslationError || unreached.has(codeOf(error))
/** A caller that gives up says nothing about the provider; a deadline that passes does. */
const isAway = (error: unknown): boolean =>
  error instanceof TranslationError
    ? error.fault === 'unavailable'
    : isOutage(error) || (error instanceof Error && error.name === 'TimeoutError')

const unreached = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])
const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code)

function asFailure(error: unknown, isLate: boolean): TranslationError {
  if (error instanceof TranslationError) return error
  if (isLate) return new TranslationError('unavailable', 'no answer came in time', { cause: error })
  if (error instanceof BrokenCircuitError) {
    return new TranslationError('unavailable', 'the last requests failed: none is sent for now')
  }
  return new TranslationError('unavailable', 'the provider could not be asked', { cause: error })
}

async function answerOf({ statusCode, body }: Dispatcher.ResponseData): Promise<unknown> {
  const text = await body.text()
  if (statusCode === 200) {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new TranslationError('unavailable', 'the answer is no JSON', { cause: error })
    }
  }
  const said = `the provider answered ${statusCode}: ${text.slice(0, 200)}`
  if (statusCode === 456) throw new TranslationError('quota', said)
  if (statusCode === 429 || statusCode >= 500) throw new RetryableTranslationError('unavailable', said)
  // A key that is not known, or a wrong address: a fault of whoever runs the service, not of the texts.
  if ([401, 403, 404].includes(statusCode) || statusCode < 400) throw new TranslationError('unavailable', said)
  throw new TranslationError('refused', said)
}

function textsOf(answer: unknown, { texts }: TranslationRequest, { answered }: Protocol): string[] {
  const translations = answered(answer)
  const isWhole =
    Array.isArray(translations) &&
    translations.length === texts.length &&
    translations.every((one) => typeof one === 'string')
  if (!isWhole) throw new TranslationError('unavailable', 'the answer is not of the form that was agreed')
  // What no database takes is no text.
  return translations.map((one: string) => one.toWellFormed().replaceAll('\0', ''))
}
