import { diagnosedItems, operations, type SentMail, type ServiceName } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { type Route, route } from '../http/route.ts'

interface MailSummary {
  kind: string | null
  to: string
  subject: string
  state: SentMail['state']
  attempts: number
  created_at: Date
  settled_at: Date | null
  last_error: string | null
}

/** For support: the mails of this service, without their texts. */
export const sentMailsRoute = (service: ServiceName, { knex }: Database): Route =>
  route(operations.listMails, async ({ query: { about = null, to = null } }) => {
    const rows = await findMails(knex, about === null ? { to } : { about })
    return { status: 200, body: { mails: rows.map((row) => present(service, row)) } }
  })

/** The newest mails about something, or to an address in any case. */
async function findMails(knex: Knex, of: { about: string } | { to: string | null }): Promise<MailSummary[]> {
  const [name, condition] =
    'about' in of ? ['about', 'about = :about'] : ['to', `lower(content->>'to') = lower(cast(:to as text))`]
  return await prepared<MailSummary>(
    knex,
    `kit/mails-${name}`,
    `SELECT kind, content->>'to' AS "to", content->>'subject' AS subject, state, attempts, created_at, settled_at, last_error
       FROM outgoing_mails WHERE ${condition} ORDER BY id DESC LIMIT ${diagnosedItems}`,
    of,
  )
}

const present = (service: ServiceName, row: MailSummary): SentMail => ({
  service,
  kind: (row.kind ?? 'other') as SentMail['kind'],
  to: row.to,
  subject: row.kind === null ? null : row.subject,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null,
  lastError: row.last_error,
})
