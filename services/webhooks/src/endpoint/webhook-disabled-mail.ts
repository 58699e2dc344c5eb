import type { AccountProjection } from '@guidebook/contracts'
import { chooseLanguage, messagesOf } from '@guidebook/messages'
import type { Mail } from '@guidebook/service-kit'
import escapeHtml from 'escape-html'

/** Why an endpoint receives no more deliveries. */
export type DisableReason = 'gone' | 'nothing-but-failures'

/**
 * A mail that tells an account, in its language, that its webhook was disabled, why, and what to do.
 * It names the host only, because the URL may contain a key.
 */
export function webhookDisabledMail(owner: AccountProjection, url: string, reason: DisableReason): Mail {
  const lang = chooseLanguage(owner.defaultLang)
  const { subject, greeting, off, next, [reason]: why } = messagesOf('webhookMail', lang)
  const paragraphs = [greeting({ name: owner.name }), off({ host: new URL(url).host }), why, next]
  const html = paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('')
  return {
    to: owner.email,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${lang}"><body style="font-family:sans-serif;line-height:1.5">${html}</body></html>`,
    autoSubmitted: 'auto-generated',
  }
}
