import type { HealthFact, HealthPart } from '@guidebook/contracts'

/** Facts about a dependency for operators, whether it is up or down: instants in ISO 8601, counts, seconds. */
export type HealthFacts = Readonly<Partial<Record<HealthFact, string | number | boolean | null>>>

/** Facts about a part of a service that is no dependency. */
export interface FactSource {
  name: HealthPart
  /** Omitted from `/readyz` when they are not available in time. */
  facts(signal: AbortSignal): Promise<HealthFacts>
}

/** A dependency of a service; `/readyz` reports the state of each. */
export interface HealthCheck {
  name: HealthPart
  /**
   * Resolves when the dependency is usable; otherwise rejects with the reason, which is logged and not returned. `signal` aborts at the
   * deadline.
   */
  check(signal: AbortSignal): Promise<void>
  /** Reported with the state; omitted when they are not available in time. */
  facts?(signal: AbortSignal): Promise<HealthFacts>
}
