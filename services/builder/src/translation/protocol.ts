import type { BatchLimits, TranslationRequest } from './translator.ts'

/** The HTTP protocol of a provider. Time-outs, retries and errors are common to all providers. */
export interface Protocol {
  provider: string
  limits: BatchLimits
  /** Appended to the provider's URL. */
  path: string
  headers(key: string | undefined): Record<string, string>
  /** Sent as JSON. */
  body(request: TranslationRequest, key: string | undefined): unknown
  /** The value that should be the translations, in the order of the texts. Callers must check its type. */
  translationsIn(body: unknown): unknown
}

/** A field of an unknown value; undefined if the value is not an object. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
