/** Format of a text: in `html`, markup is preserved. */
export type TextFormat = 'plain' | 'html'

export interface TranslationRequest {
  texts: readonly string[]
  format: TextFormat
  /** Two-letter codes. */
  source: string
  target: string
}

/** Limits of one request. */
export interface BatchLimits {
  texts: number
  /** Of all texts together, as JSON. */
  bytes: number
}

export interface Translator {
  readonly provider: string
  readonly limits: BatchLimits
  /** Time limit of one request including retries, milliseconds. */
  readonly timeoutMs: number
  /** Returns the translations in the order of the texts. Costs money. Throws `TranslationError`, or the reason of the aborted signal. */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<string[]>
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
