import type { MessageData } from '@guidebook/contracts'

export type BuildKind = MessageData<'release.build-requested.v1'>['kind']

/** Identifies a build: one per release and generation. */
export interface BuildId {
  account: string
  release: number
  generation: number
}

/** A build that a work loop has claimed. Only the holder of its lease may report on it or settle it. */
export interface ClaimedBuild extends BuildId {
  link: string
  kind: BuildKind
  lease: string
  attempts: number
  waits: number
  /** Sequence number of its last report. */
  sequence: number
  requestedAt: Date
  traceparent: string | null
  requestId: string | null
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
