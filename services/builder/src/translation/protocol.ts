import type { BatchLimits, TranslationRequest } from './translator.ts'

/** How a provider is spoken to; that one speaks HTTP with it, waits and tries again is the same for all. */
export interface Protocol {
  provider: string
  limits: BatchLimits
  /** Below the provider's address. */
  path: string
  headers(key: string | undefined): Record<string, string>
  /** To be sent as JSON. */
  body(request: TranslationRequest, key: string | undefined): unknown
  /** What should be the translations, in the order of the texts; anything else when the answer is of another form. */
  answered(answer: unknown): unknown
}

/** A field of what may be an object. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
