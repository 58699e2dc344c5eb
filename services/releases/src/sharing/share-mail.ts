import type { AccountProjection, ReleaseRecord } from '@guidebook/contracts'
import { chooseLanguage, messagesOf } from '@guidebook/messages'
import type { Mail } from '@guidebook/service-kit'
import { html } from '../html/html.ts'
import { formatDays } from '../language/format-day.ts'

/** Tells a seller, in its language, that an operator shared a release with it. */
export function shareMail(record: ReleaseRecord, operator: AccountProjection, seller: AccountProjection): Mail {
  const lang = chooseLanguage(seller.defaultLang)
  const texts = messagesOf('shareMail', lang)
  const facts: [string, string][] = [
    [texts.guidebook, record.bundleName],
    [texts.code, String(record.sellerDownloadCode)],
    [texts.period, formatDays(record.startdate, record.enddate, lang, 'date')],
    [texts.link, record.url],
  ]
  const opening = texts.opening({ operator: operator.name })
  return {
    to: seller.email,
    subject: texts.subject({ operator: operator.name, title: record.bundleName }),
    text: `${opening}\n\n${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${texts.closing}\n`,
    html: html`<!doctype html><html lang="${lang}"><body><p>${opening}</p><table>${facts.map(
      ([name, value]) => html`<tr><th align="left">${name}</th><td>${value}</td></tr>`,
    )}</table><p>${texts.closing}</p></body></html>`.html,
    autoSubmitted: 'auto-generated',
  }
}
