import { chooseLanguage, messagesOf } from '@guidebook/messages'
import { type OutboxRow, outboxRows, queueMail } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { type AuditNote, type AuditRow, auditRow } from '../audit/queries.ts'
import { html } from '../html/html.ts'
import { formatDays } from '../language/format-day.ts'
import { presentRelease } from '../release/present.ts'
import { type Release, tripLinkUrl } from '../release/release.ts'

/** The message for the seller's webhook; none when the release has no seller. */
export function shareMessage(release: Release, publicUrl: string): OutboxRow[] {
  if (release.reseller === null) return []
  const record = presentRelease(release, publicUrl)
  const data = { account: release.reseller.id, generation: release.generation, record }
  return outboxRows('release.shared.v1', data, { subject: release.key })
}

/** The entry of the audit log; none when the release has no seller. */
export function shareEntry(release: Release, at: Date, actor: AuditNote['actor']): AuditRow[] {
  const { reseller } = release
  if (reseller === null) return []
  const message = `The release was shared with ${reseller.name} (${reseller.oid}).`
  return [auditRow(release, at, { actor, action: 'release.shared', message, after: { seller: reseller.oid } })]
}

/** Records that the release was shared with the seller; false when it was shared with the seller before. */
export async function noteShare(
  trx: Knex.Transaction,
  { seller, account, id }: Release,
  shared_at: Date,
): Promise<boolean> {
  const share = { seller, operator: account, release_id: id, shared_at }
  const rows = await trx('shares').insert(share).onConflict().ignore().returning('release_id')
  return rows.length > 0
}

/** Sends a mail to the seller, in the seller's language. */
export async function mailShare(trx: Knex.Transaction, release: Release, publicUrl: string): Promise<void> {
  const { provider: operator, reseller, title, start_date, end_date, seller_download_code, link } = release
  if (reseller === null) return
  const lang = chooseLanguage(reseller.defaultLang)
  const texts = messagesOf('shareMail', lang)
  const facts: [string, string][] = [
    [texts.guidebook, title],
    [texts.code, String(seller_download_code)],
    [texts.period, formatDays(start_date, end_date, lang)],
    [texts.link, tripLinkUrl(publicUrl, link)],
  ]
  const lines = facts.map(([label, value]) => texts.labelled({ label, value }))
  const opening = texts.opening({ operator: operator.name })
  const mail = {
    to: reseller.email,
    subject: texts.subject({ operator: operator.name, title }),
    text: `${opening}\n\n${lines.join('\n')}\n\n${texts.closing}\n`,
    html: html`<!doctype html><html lang="${lang}"><body><p>${opening}</p><table>${facts.map(
      ([name, value]) => html`<tr><th align="left">${name}</th><td>${value}</td></tr>`,
    )}</table><p>${texts.closing}</p></body></html>`.html,
    autoSubmitted: 'auto-generated',
  } as const
  await queueMail(trx, mail, { about: release.key, kind: 'share', account: release.account })
}
