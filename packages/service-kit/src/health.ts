/** What an operator wants to know of a thing, whether it is up or down: instants in ISO 8601, counts, seconds. */
export type HealthFacts = Readonly<Record<string, string | number | boolean | null>>

/** One thing that a service needs in order to serve; `/readyz` asks all of them and names each. */
export interface HealthCheck {
  name: string
  /** Resolves when the thing is usable, rejects otherwise; the reason is logged, not answered. `signal` ends with the check's time. */
  check(signal: AbortSignal): Promise<void>
  /** Told beside the state; what can't be found out in the check's time is left out. */
  facts?(signal: AbortSignal): Promise<HealthFacts>
}
