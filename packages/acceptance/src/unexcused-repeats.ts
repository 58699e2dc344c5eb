import type { Killed } from './kill.ts'
import type { Posted } from './webhook-ledger.ts'

/** What an acknowledgement needs to be recorded: the one who got it, and where it is written. The broker has no part in it. */
const recorders = new Set(['webhooks', 'postgres'])

/** Longest time from a claim to its POST, and from an answer to its record, on a machine that is also starting servers. */
const slackMs = 1_000

/**
 * Acknowledged POSTs that were repeated though nothing kept their acknowledgement from being recorded. A repeat is excused when the dispatcher or the
 * database was killed between the POST and the record of its answer. How long it was away then is no excuse: nothing is sent meanwhile.
 */
export const unexcusedRepeats = (posted: readonly Posted[], kills: readonly Killed[]): Posted[] => {
  const wasHit = ({ arrivedAt, answeredAt }: Posted) =>
    kills.some(({ name, at }) => recorders.has(name) && at >= arrivedAt - slackMs && at <= answeredAt + slackMs)
  return repeatedAcknowledgements(posted).filter((post) => !wasHit(post))
}

/** Acknowledged POSTs after which another one of the same id came. */
export const repeatedAcknowledgements = (posted: readonly Posted[]): Posted[] =>
  [...Map.groupBy(posted, ({ webhookId }) => webhookId).values()].flatMap((same) => {
    const last = Math.max(...same.map(({ arrivedAt }) => arrivedAt))
    return same.filter(({ status, arrivedAt }) => status === 204 && arrivedAt < last)
  })

/** POSTs that came while another one of the same id had no answer yet. */
export const simultaneous = (posted: readonly Posted[]): Posted[] =>
  [...Map.groupBy(posted, ({ webhookId }) => webhookId).values()].flatMap((same) =>
    same.filter((one) =>
      same.some((other) => other !== one && other.arrivedAt <= one.arrivedAt && one.arrivedAt < other.answeredAt),
    ),
  )
