/** What happened to a release, before it is written into its audit log. */
export interface AuditNote {
  /** Who did it: the prefix of a key, `support`, the name of a service. */
  actor: string
  /** `<thing>.<what happened to it>`. */
  action: string
  severity: 'info' | 'warning' | 'error'
  /** English, for a person. */
  message: string
  code?: string | null
  requestId: string | null
  /** What changed, as it was and as it is now. */
  before?: unknown
  after?: unknown
}
