/** A part of a service that runs: a server, a pool, a relay, a subscription. */
export interface Component {
  name: string
  /** Resolves when the part is at work. */
  start?(): Promise<void>
  /** Takes in no more, finishes what is in hand, then resolves. Called at most once, also when `start` failed half-way in a later part. */
  stop?(): Promise<void>
}
