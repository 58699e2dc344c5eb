import type { ReleaseRecord } from '@guidebook/contracts'
import { moment, visible } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

/** A received delivery and the response to it. */
export interface Delivery {
  at: string
  webhookId: string | null
  /** From `webhook-timestamp`: the time of the attempt. */
  sentAt: string | null
  genuine: boolean
  /** Why it was refused. */
  reason: string | null
  /** A genuine delivery with this `webhook-id` arrived before. */
  repeated: boolean
  /** The status of the response. */
  answered: number
  record: ReleaseRecord | null
}

/** One line. It shows nothing of a refused delivery's body, because the sender is unknown. */
export function showDelivery(delivery: Delivery, paint: Paint): string {
  const { at, webhookId, sentAt, genuine, reason, repeated, answered, record } = delivery
  const verdict = genuine ? paint.good(repeated ? 'genuine, again' : 'genuine') : paint.bad(`refused: ${reason}`)
  const about = record === null ? [] : [record.url, `code ${record.downloadCode}`, record.bundleName]
  return [
    paint.faint(moment(at) ?? ''),
    verdict,
    visible(webhookId ?? 'no webhook-id'),
    `sent ${moment(sentAt) ?? 'at an unknown time'}`,
    ...about.map((text) => visible(String(text))),
    `answered ${answered}`,
  ].join('  ')
}

/** The time in the header; null when it is invalid. */
export const sentAtOf = (header: string | null): string | null =>
  header !== null && /^\d{1,12}$/.test(header) ? new Date(Number(header) * 1000).toISOString() : null
