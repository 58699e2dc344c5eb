/** How a text is written: what is no markup in one is in the other. */
export type TextFormat = 'plain' | 'html'

export interface TranslationRequest {
  texts: readonly string[]
  format: TextFormat
  /** Two-letter codes. */
  source: string
  target: string
}

/** What a provider takes with one request. */
export interface BatchLimits {
  texts: number
  /** Of all texts together, as they are written in JSON. */
  bytes: number
}

export interface Translator {
  readonly provider: string
  readonly limits: BatchLimits
  /** Longest time that one request takes, with its repeats, milliseconds. */
  readonly timeoutMs: number
  /**
   * The texts in the order in which they were sent. Costs money. Throws `TranslationError`, or the reason of the signal
   * when that is aborted.
   */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<string[]>
}

export type TranslationFault =
  /** Away, overloaded, or not to be understood; also one that does not know our key. */
  | 'unavailable'
  /** What was paid for is used up. */
  | 'quota'
  /** It does not translate these texts, or not between these languages. */
  | 'refused'

/** A provider did not translate. The message is for whoever runs the service. */
export class TranslationError extends Error {
  override readonly name = 'TranslationError'
  readonly fault: TranslationFault
  constructor(fault: TranslationFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
