import type { AccountProjection, ReleaseRecord } from '@guidebook/contracts'
import type { Mail } from '@guidebook/service-kit'
import { html } from '../html/html.ts'
import { formatDays } from '../language/format-day.ts'
import { chooseLanguage } from '../language/languages.ts'
import { shareWords } from './share-words.ts'

/** Tells a seller, in its language, that an operator shared a release with it. */
export function shareMail(record: ReleaseRecord, operator: AccountProjection, seller: AccountProjection): Mail {
  const lang = chooseLanguage(seller.defaultLang)
  const words = shareWords[lang]
  const facts: [string, string][] = [
    [words.guidebook, record.bundleName],
    [words.code, String(record.sellerDownloadCode)],
    [words.period, formatDays(record.startdate, record.enddate, lang, 'date')],
    [words.link, record.url],
  ]
  const opening = words.opening(operator.name)
  return {
    to: seller.email,
    subject: words.subject(operator.name, record.bundleName),
    text: `${opening}\n\n${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${words.closing}\n`,
    html: html`<!doctype html><html lang="${lang}"><body><p>${opening}</p><table>${facts.map(
      ([name, value]) => html`<tr><th align="left">${name}</th><td>${value}</td></tr>`,
    )}</table><p>${words.closing}</p></body></html>`.html,
    autoSubmitted: 'auto-generated',
  }
}
