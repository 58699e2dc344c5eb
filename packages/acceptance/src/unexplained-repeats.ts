import type { Killed } from './kill.ts'
import type { Posted } from './webhook-ledger.ts'

/** An attempt for which the dispatcher recorded that no response arrived in time. */
export interface Unanswered {
  webhookId: string
  /** When the attempt began, in milliseconds since 1970. */
  at: number
}

/** Longest time from a claim to its POST, and from a response to its record, while servers are starting. */
const slackMs = 1_000

/**
 * Acknowledged POSTs that were repeated although the dispatcher received their response, and neither it was killed nor the database was
 * unavailable between the POST and the record of that response.
 */
export const unexplainedRepeats = (
  posted: readonly Posted[],
  kills: readonly Killed[],
  unanswered: readonly Unanswered[],
): Posted[] => {
  const isExplained = ({ webhookId, arrivedAt, answeredAt }: Posted) => {
    const [from, to] = [arrivedAt - slackMs, answeredAt + slackMs]
    return (
      kills.some(
        ({ name, at, until }) => at <= to && (name === 'postgres' ? until >= from : name === 'webhooks' && at >= from),
      ) ||
      unanswered.some((attempt) => attempt.webhookId === webhookId && attempt.at >= from && attempt.at <= answeredAt)
    )
  }
  return repeatedAcknowledgements(posted).filter((post) => !isExplained(post))
}

/** Acknowledged POSTs before another POST with the same id. */
export const repeatedAcknowledgements = (posted: readonly Posted[]): Posted[] =>
  [...Map.groupBy(posted, ({ webhookId }) => webhookId).values()].flatMap((same) => {
    const last = Math.max(...same.map(({ arrivedAt }) => arrivedAt))
    return same.filter(({ status, arrivedAt }) => status === 204 && arrivedAt < last)
  })

/** POSTs that arrived while another one with the same id had no response yet. */
export const concurrentPosts = (posted: readonly Posted[]): Posted[] =>
  [...Map.groupBy(posted, ({ webhookId }) => webhookId).values()].flatMap((same) =>
    same.filter((one) =>
      same.some((other) => other !== one && other.arrivedAt <= one.arrivedAt && one.arrivedAt < other.answeredAt),
    ),
  )
