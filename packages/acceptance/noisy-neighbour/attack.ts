import type { Stage } from './stage.ts'

/** One way in which a client tries to take more than its share. */
export interface Attack {
  /** Completes the sentence "a bystander is served while …". */
  name: string
  /**
   * Attacks until the signal aborts, then closes whatever it holds. Calls `begun` once the attack is in full swing: the bystander is measured
   * from then on. Rejects only when the attack itself could not be made; refusals by the system are what it expects.
   */
  run(stage: Stage, signal: AbortSignal, begun: () => void): Promise<void>
}
