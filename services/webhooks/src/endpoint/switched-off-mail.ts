import type { AccountProjection } from '@guidebook/contracts'
import { chooseLanguage, messagesOf } from '@guidebook/messages'
import type { Mail } from '@guidebook/service-kit'
import { paragraphs } from './paragraphs.ts'

/** Why an endpoint receives no more deliveries. */
export type EndReason = 'gone' | 'nothing-but-failures'

/** Notifies an account, in its language, that its webhook was disabled, why, and what to do. Names the host only: the address may contain a key. */
export function switchedOffMail(owner: AccountProjection, url: string, reason: EndReason): Mail {
  const lang = chooseLanguage(owner.defaultLang)
  const { subject, greeting, off, next, [reason]: why } = messagesOf('webhookMail', lang)
  return {
    to: owner.email,
    subject,
    ...paragraphs(lang, [greeting({ name: owner.name }), off({ host: new URL(url).host }), why, next]),
    autoSubmitted: 'auto-generated',
  }
}
