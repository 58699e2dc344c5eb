import type { Killed } from './kill.ts'
import type { Posted } from './webhook-ledger.ts'

/** The processes that record an acknowledgement. */
const recorders = new Set(['webhooks', 'postgres'])

/** Longest time from a claim to its POST, and from a response to its record, while servers are starting. */
const slackMs = 1_000

/**
 * Acknowledged POSTs that were repeated although neither the dispatcher nor the database was killed between the POST and the record of its
 * response.
 */
export const unexplainedRepeats = (posted: readonly Posted[], kills: readonly Killed[]): Posted[] => {
  const lostRecorder = ({ arrivedAt, answeredAt }: Posted) =>
    kills.some(({ name, at }) => recorders.has(name) && at >= arrivedAt - slackMs && at <= answeredAt + slackMs)
  return repeatedAcknowledgements(posted).filter((post) => !lostRecorder(post))
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
