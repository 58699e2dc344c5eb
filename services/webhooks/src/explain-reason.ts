/** Why an attempt failed, or a webhook was disabled, in the language of the reader. */
import type { Delivery } from '@guidebook/contracts'
import { formatMessage, messagesOf } from '@guidebook/messages'
import type { FailureReason } from '@guidebook/service-kit/outbound'

type Attempt = Delivery['attempts'][number]

/** `reason`: the English sentence; attempts of earlier versions have no explanation. */
export interface StoredDelivery extends Omit<Delivery, 'attempts'> {
  attempts: (Attempt & { explanation: FailureReason | null })[]
}

export const explainDelivery = (delivery: StoredDelivery, lang: string): Delivery => ({
  ...delivery,
  attempts: delivery.attempts.map(({ explanation, ...attempt }) => ({
    ...attempt,
    reason: explanation === null ? attempt.reason : formatMessage('attemptReasons', lang, explanation),
  })),
})

/** Earlier versions stored an English sentence in place of the name of a message. */
export function explainEnd(stored: string | null, lang: string): string | null {
  const texts: Readonly<Record<string, unknown>> = messagesOf('attemptReasons', lang)
  const text = stored !== null && Object.hasOwn(texts, stored) ? texts[stored] : stored
  return typeof text === 'string' ? text : stored
}
