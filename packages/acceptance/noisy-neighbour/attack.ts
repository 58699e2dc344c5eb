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

/** Makes all the attacks at the same time. Has begun when each of them has. */
export const together = (name: string, attacks: readonly Attack[]): Attack => ({
  name,
  async run(stage, signal, begun) {
    let waiting = attacks.length
    const oneBegun = () => {
      waiting -= 1
      if (waiting === 0) begun()
    }
    await Promise.all(attacks.map(({ run }) => run(stage, signal, oneBegun)))
  },
})
