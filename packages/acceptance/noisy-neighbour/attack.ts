import type { Scenario } from './scenario.ts'

/** One way for a client to try to exhaust the system. */
export interface Attack {
  /** Completes the sentence "a bystander is served while …". */
  name: string
  /**
   * Attacks until the signal aborts, then closes its connections. Calls `begun` at full load, when measuring the bystander may begin.
   * Rejects only when the attack itself fails; refusals by the system are expected.
   */
  run(scenario: Scenario, signal: AbortSignal, begun: () => void): Promise<void>
}

/** Runs all attacks concurrently. Calls `begun` when each of them has begun. */
export const concurrently = (name: string, attacks: readonly Attack[]): Attack => ({
  name,
  async run(scenario, signal, begun) {
    let waiting = attacks.length
    const oneBegun = () => {
      waiting -= 1
      if (waiting === 0) begun()
    }
    await Promise.all(attacks.map(({ run }) => run(scenario, signal, oneBegun)))
  },
})
