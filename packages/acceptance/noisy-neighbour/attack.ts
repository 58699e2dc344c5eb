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

/** Runs all attacks concurrently. Each starts when the one before it has begun; calls `begun` when the last one has. */
export const concurrently = (name: string, attacks: readonly Attack[]): Attack => ({
  name,
  async run(scenario, signal, begun) {
    const running: Promise<void>[] = []
    for (const { run } of attacks) {
      const { promise: oneBegun, resolve } = Promise.withResolvers<void>()
      const attack = run(scenario, signal, resolve)
      running.push(attack)
      // An attack that fails rejects before it begins.
      await Promise.race([oneBegun, attack])
    }
    begun()
    await Promise.all(running)
  },
})
