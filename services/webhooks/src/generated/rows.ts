// Generated from the migrated schema: see CONTRIBUTING.md.

/** A row of `attempts`. */
export interface AttemptRow {
  id: number
  delivery: string
  at: Date
  status: number | null
  duration_ms: number
  outcome: string
  response: string | null
  reason: string | null
  lease: string | null
  explanation: unknown | null
}

/** A row of `deliveries`. */
export interface DeliveryRow {
  id: string
  account: string
  webhook_id: string
  kind: 'release.shared' | 'ping'
  release: string | null
  body: string
  state: 'pending' | 'delivered' | 'failed'
  attempts_made: number
  next_attempt_at: Date | null
  leased_until: Date | null
  lease: string | null
  traceparent: string | null
  created_at: Date
  settled_at: Date | null
  replayed_by: string | null
  occurred_at: Date | null
}

/** A row of `endpoints`. */
export interface EndpointRow {
  account: string
  url: string
  secret: Buffer
  secret_created_at: Date
  previous_secret: Buffer | null
  previous_until: Date | null
  enabled: boolean
  disabled_reason: string | null
  failing_since: Date | null
  failures: number
  served_at: Date
  created_at: Date
  updated_at: Date
  allowance: number
  allowance_at: Date
  paused_until: Date | null
  pauses: number
}

/** A row of `replays`. */
export interface ReplayRow {
  id: number
  delivery: string
  at: Date
  actor: string
}
