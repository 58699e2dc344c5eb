/** A part of a service with a life cycle: a server, a pool, a relay, a subscription. */
export interface Component {
  name: string
  /** Resolves when the component works. */
  start?(): Promise<void>
  /**
   * Takes no more work, so that other replicas get it; gives claimed work back. Called when the stop begins, while requests are still
   * served. `stop` follows.
   */
  retire?(): void
  /** Accepts no more work, finishes the current work, then resolves. Called at most once, also when a later component failed to start. */
  stop?(): Promise<void>
}
