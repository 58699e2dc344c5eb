import { isOutage, type Logger, type Settings, setting, withholdTrace } from '@guidebook/service-kit'
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
import { deepl, deeplUrl, libretranslate, type Protocol, type TranslationRequest } from './protocols.ts'

export interface ProviderSettings {
  protocol: Protocol
  /** Without a trailing slash. */
  url: string
  key: string | undefined
  timeoutMs: number
  /** Pause before the first retry, milliseconds; later ones are longer. */
  retryMs?: number
}

export type TranslationFault =
  /** Unreachable, overloaded, wrong key, or an unexpected response. */
  | 'unavailable'
  /** The paid quota is used up. */
  | 'quota'
  /** The provider does not accept these texts or languages. */
  | 'refused'

/** A provider did not translate. The message is for the operations log. */
export class TranslationError extends Error {
  override readonly name = 'TranslationError'
  readonly fault: TranslationFault
  constructor(fault: TranslationFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** After this many consecutive failures the breaker opens, so that builds do not wait for an unavailable provider. */
const breakerThreshold = 5
const breakerOpenMs = 10_000

/** A translator that calls a provider over HTTP. `timeoutMs`: of one request including retries. */
export function httpTranslator({ protocol, url, key, timeoutMs, retryMs = 500 }: ProviderSettings, log: Logger) {
  // A new connection for each request: a dead keep-alive connection would look like a request that may have been paid for, which is not
  // retried.
  const agent = new Agent({ pipelining: 0, connect: { timeout: 5_000 }, maxResponseSize: 8 * 1024 * 1024 })
  const resilience = wrap(
    retry(handleWhen(isRetryable), { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: retryMs }) }),
    circuitBreaker(handleWhen(isUnavailable), {
      breaker: new ConsecutiveBreaker(breakerThreshold),
      halfOpenAfter: breakerOpenMs,
    }),
  )

  const attempt = async (request: TranslationRequest, signal: AbortSignal): Promise<string[]> => {
    const response = await withholdTrace(() =>
      send(url + protocol.path, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...protocol.headers(key), 'content-type': 'application/json', 'user-agent': 'guidebook-builder' },
        body: JSON.stringify(protocol.body(request, key)),
        signal,
      }),
    )
    return textsOf(await bodyOf(response), request, protocol)
  }

  return {
    name: `translations by ${protocol.provider}`,
    provider: protocol.provider,
    limits: protocol.limits,
    timeoutMs,
    /** Returns the translations in the order of the texts. Costs money. Throws `TranslationError`, or the reason of the aborted signal. */
    async translate(request: TranslationRequest, signal: AbortSignal): Promise<string[]> {
      const all = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      try {
        return await resilience.execute(() => attempt(request, all), all)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        const failure = asTranslationError(error, all.aborted)
        log.warn({ err: failure, provider: protocol.provider, fault: failure.fault }, 'texts not translated')
        throw failure
      }
    },
    stop: () => agent.destroy(),
  }
}

/** The provider reported that it did nothing, so a retry does not cost twice. */
class RetryableTranslationError extends TranslationError {}

const isRetryable = (error: unknown): boolean =>
  error instanceof RetryableTranslationError || unreached.has(codeOf(error))
/** An abort by the caller does not count; a passed deadline does. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof TranslationError
    ? error.fault === 'unavailable'
    : isOutage(error) || (error instanceof Error && error.name === 'TimeoutError')

const unreached = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])
const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code)

function asTranslationError(error: unknown, isTimeout: boolean): TranslationError {
  if (error instanceof TranslationError) return error
  if (isTimeout) return new TranslationError('unavailable', 'the provider did not respond in time', { cause: error })
  if (error instanceof BrokenCircuitError) {
    return new TranslationError('unavailable', 'the last requests failed: none is sent for now')
  }
  return new TranslationError('unavailable', 'the request failed', { cause: error })
}

async function bodyOf({ statusCode, body }: Dispatcher.ResponseData): Promise<unknown> {
  const text = await body.text()
  if (statusCode === 200) {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new TranslationError('unavailable', 'the response is not JSON', { cause: error })
    }
  }
  const message = `the provider responded with ${statusCode}: ${text.slice(0, 200)}`
  if (statusCode === 456) throw new TranslationError('quota', message)
  if (statusCode === 429 || statusCode >= 500) throw new RetryableTranslationError('unavailable', message)
  // An unknown key or a wrong URL is a fault of the configuration, not of the texts.
  if ([401, 403, 404].includes(statusCode) || statusCode < 400) throw new TranslationError('unavailable', message)
  throw new TranslationError('refused', message)
}

function textsOf(body: unknown, { texts }: TranslationRequest, { translationsIn }: Protocol): string[] {
  const translations = translationsIn(body)
  const isComplete =
    Array.isArray(translations) &&
    translations.length === texts.length &&
    translations.every((one) => typeof one === 'string')
  if (!isComplete) throw new TranslationError('unavailable', 'the response has an unexpected form')
  // PostgreSQL rejects NUL and lone surrogates.
  return translations.map((one: string) => one.toWellFormed().replaceAll('\0', ''))
}

/** Settings of translations. */
export const translationSettings = {
  TRANSLATION_PROVIDER: setting.oneOf(['deepl', 'libretranslate'], {
    description:
      'Service that translates texts; without it a requested translation shows the original, with a warning.',
    optional: true,
  }),
  TRANSLATION_URL: setting.url({
    description: 'URL of the provider; required for LibreTranslate. DeepL has two, by the kind of key.',
    optional: true,
  }),
  TRANSLATION_KEY: setting.text({
    description: 'API key of the provider; required for DeepL.',
    optional: true,
    secret: true,
  }),
  TRANSLATION_TIMEOUT: setting.duration({
    description: 'Time limit of one request including retries; at most a third of `BUILD_TIMEOUT`.',
    default: '30s',
  }),
}

/** The configured provider; null for none. Adds inconsistent settings to `faults`. */
export function providerOf(settings: Settings<typeof translationSettings>, faults: string[]): ProviderSettings | null {
  const { TRANSLATION_PROVIDER: provider, TRANSLATION_URL: url, TRANSLATION_KEY: key } = settings
  const timeoutMs = settings.TRANSLATION_TIMEOUT
  if (provider === undefined) {
    if (url !== undefined || key !== undefined) {
      faults.push('TRANSLATION_PROVIDER is missing: TRANSLATION_URL or TRANSLATION_KEY is set')
    }
    return null
  }
  if (provider === 'deepl') {
    if (key !== undefined) return { protocol: deepl, url: url ?? deeplUrl(key), key, timeoutMs }
    faults.push('TRANSLATION_KEY is missing: DeepL requires a key')
    return null
  }
  if (url !== undefined) return { protocol: libretranslate, url, key, timeoutMs }
  faults.push('TRANSLATION_URL is missing: set it to the URL of the LibreTranslate server')
  return null
}
