import type { ReleaseRecord } from '@guidebook/contracts'
import { moment, visible } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

/** What came, and what became of it. */
export interface Delivery {
  at: string
  webhookId: string | null
  /** Of `webhook-timestamp`: when the attempt was made. */
  sentAt: string | null
  genuine: boolean
  /** Why it was refused. */
  reason: string | null
  /** A genuine one with this `webhook-id` came before. */
  repeated: boolean
  /** The status of the answer. */
  answered: number
  record: ReleaseRecord | null
}

/** On one line. What is in a refused one is anybody's, so nothing of its body is shown. */
export function showDelivery(delivery: Delivery, paint: Paint): string {
  const { at, webhookId, sentAt, genuine, reason, repeated, answered, record } = delivery
  const verdict = genuine ? paint.good(repeated ? 'genuine, again' : 'genuine') : paint.bad(`refused: ${reason}`)
  const about = record === null ? [] : [record.url, `code ${record.downloadCode}`, record.bundleName]
  return [
    paint.faint(moment(at) ?? ''),
    verdict,
    visible(webhookId ?? 'no webhook-id'),
    `sent ${moment(sentAt) ?? 'at no known time'}`,
    ...about.map((text) => visible(String(text))),
    `answered ${answered}`,
  ].join('  ')
}

/** The time of the header, if it has one. */
export const sentAtOf = (header: string | null): string | null =>
  header !== null && /^\d{1,12}$/.test(header) ? new Date(Number(header) * 1000).toISOString() : null
