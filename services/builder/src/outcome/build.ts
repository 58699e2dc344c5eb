import type { BuildRow } from '../generated/rows.ts'

/** Identifies a build: one per release and generation. */
export type BuildId = Pick<BuildRow, 'account' | 'release' | 'generation'>

export interface RequestedBuild extends BuildId, Pick<BuildRow, 'link' | 'kind' | 'traceparent'> {
  requestId: string | null
}

/** A build that a work loop has claimed. Only the holder of its lease may report on it or settle it. */
export interface ClaimedBuild extends RequestedBuild, Pick<BuildRow, 'attempts' | 'waits' | 'sequence'> {
  lease: string
  requestedAt: Date
}

/** The build is no longer needed, or another process holds it: nothing may be reported about it. */
export class BuildAbandonedError extends Error {
  override readonly name = 'BuildAbandonedError'
  readonly reason: 'superseded' | 'lease-lost' | 'shutdown'
  constructor(reason: BuildAbandonedError['reason']) {
    super(`build abandoned: ${reason}`)
    this.reason = reason
  }
}
