/** Why an attempt failed, or a webhook was disabled, in the language of the reader. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Delivery } from '@guidebook/contracts'
import { acceptedLanguages, chooseLanguage, formatMessage, type MessageRef, messagesOf } from '@guidebook/messages'

export type Explain = (reason: string) => string

/** Stands for the value that a sentence names. */
const mark = '\0'

/** The English sentences that are stored: what precedes their value and, if they have one, what follows it. */
const sentences = Object.entries(messagesOf('attemptReasons', 'en')).map(([id, text]) => {
  const [before = '', after] = (typeof text === 'string' ? text : text({ code: mark, status: mark })).split(mark)
  return { id, before, after }
})

/** The message of a stored sentence; null for one that is worded otherwise. The first that fits: a sentence without a value precedes those with one. */
export function messageOfReason(reason: string): MessageRef<'attemptReasons'> | null {
  for (const { id, before, after } of sentences) {
    if (after === undefined ? reason !== before : !reason.startsWith(before) || !reason.endsWith(after)) continue
    const value = reason.slice(before.length, reason.length - (after?.length ?? 0))
    return { id, values: { code: value, status: value } } as MessageRef<'attemptReasons'>
  }
  return null
}

/** Without a language in the request, the sentence is English. */
export function explainFor(headers: IncomingHttpHeaders): Explain {
  const lang = chooseLanguage(...acceptedLanguages(headers['accept-language']))
  return (reason) => {
    const message = lang === 'en' ? null : messageOfReason(reason)
    return message === null ? reason : formatMessage('attemptReasons', lang, message)
  }
}

export const explainDelivery = (delivery: Delivery, explain: Explain): Delivery => ({
  ...delivery,
  attempts: delivery.attempts.map((attempt) => ({
    ...attempt,
    reason: attempt.reason === null ? null : explain(attempt.reason),
  })),
})
