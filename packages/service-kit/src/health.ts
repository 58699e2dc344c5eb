/** One thing that a service needs in order to serve; `/readyz` asks all of them and names each. */
export interface HealthCheck {
  name: string
  /** Resolves when the thing is usable, rejects otherwise; the reason is logged, not answered. `signal` ends with the check's time. */
  check(signal: AbortSignal): Promise<void>
}
