import type { Delivery } from '@guidebook/contracts'
import type { DeliveryRow } from './read-queries.ts'

/** A delivery for its account. */
export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  kind: row.kind,
  release: row.release,
  state: row.state,
  attempts: row.attempts.map((attempt) => ({
    at: new Date(attempt.at).toISOString(),
    status: attempt.status,
    durationMs: attempt.duration_ms,
    outcome: attempt.outcome,
    response: attempt.response,
    reason: attempt.reason,
  })),
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  replays: row.replays.map(({ at, actor }) => ({ at: new Date(at).toISOString(), actor })),
  createdAt: row.created_at.toISOString(),
})
