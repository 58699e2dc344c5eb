import { chooseLanguage, messagesOf } from '@guidebook/messages'
import type { Mail } from '@guidebook/service-kit'
import { html } from '../html/html.ts'
import type { Release } from '../release/release.ts'
import { type BuildWarning, sentenceOf } from './build-warning.ts'

/** Reports the problems of a build; the entries are those of the audit log, in English. */
export function troublesMail(
  to: string,
  { title, downloadCode }: Pick<Release, 'title' | 'downloadCode'>,
  { troubles, outcome }: { troubles: readonly BuildWarning[]; outcome: 'published' | 'failed' },
  defaultLang: string,
): Mail {
  const lang = chooseLanguage(defaultLang)
  const { subject, opening, [outcome]: closing } = messagesOf('buildMail', lang)
  const lines = troubles.map((trouble) => `${sentenceOf(trouble)} (${trouble.code})`)
  const start = opening({ title, code: downloadCode })
  return {
    to,
    subject: subject({ code: downloadCode }),
    text: `${start}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${closing}\n`,
    html: html`<!doctype html><html lang="${lang}"><body><p>${start}</p><ul>${lines.map(
      (line) => html`<li lang="en">${line}</li>`,
    )}</ul><p>${closing}</p></body></html>`.html,
    autoSubmitted: 'auto-generated',
  }
}
