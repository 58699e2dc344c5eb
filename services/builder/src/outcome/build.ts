import type { MessageData } from '@guidebook/contracts'

export type BuildKind = MessageData<'release.build-requested.v1'>['kind']

/** Which build: one per release and generation. */
export interface BuildId {
  account: string
  release: number
  generation: number
}

/** A build that a worker holds. Only whoever shows its lease may report on it or settle it. */
export interface ClaimedBuild extends BuildId {
  link: string
  kind: BuildKind
  lease: string
  attempts: number
  waits: number
  /** Number of the last report about it. */
  sequence: number
  requestedAt: Date
  traceparent: string | null
  requestId: string | null
}

/** The work is no longer wanted or no longer ours: nothing of it may be reported any more. */
export class BuildAbandonedError extends Error {
  override readonly name = 'BuildAbandonedError'
  readonly reason: 'superseded' | 'lease-lost' | 'shutdown'
  constructor(reason: BuildAbandonedError['reason']) {
    super(`build abandoned: ${reason}`)
    this.reason = reason
  }
}
