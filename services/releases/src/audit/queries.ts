import type { AuditEntry } from '@guidebook/contracts'
import { type BoundedRow, limitPageBytes, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { AuditNote } from './audit-note.ts'

type Connection = Knex | Knex.Transaction

/** The release that an entry belongs to. */
export interface AuditedRelease {
  account: string
  id: number
}

/** A note as `insertAuditRows` takes it, in a JSON array. */
export const auditRows = ({ account, id }: AuditedRelease, at: Date, notes: readonly AuditNote[]) =>
  notes.map(({ actor, action, severity, message, code, requestId, before, after }) => ({
    account,
    release_id: id,
    at,
    actor,
    action,
    severity,
    message,
    code: code ?? null,
    request_id: requestId,
    before: before ?? null,
    after: after ?? null,
  }))

/** Writes the rows (`?`: the text of a JSON array); for a statement that writes more than that. */
export const insertAuditRows = `INSERT INTO audit_entries
    (account, release_id, at, actor, action, severity, message, code, request_id, before, after)
  SELECT account, release_id, at, actor, action, severity, message, code, request_id, before, after
    FROM json_to_recordset(?::json) AS note(account uuid, release_id bigint, at timestamptz, actor text, action text,
      severity text, message text, code text, request_id text, before jsonb, after jsonb)`

export async function addAuditRows(trx: Knex.Transaction, rows: ReturnType<typeof auditRows>): Promise<void> {
  if (rows.length > 0) await prepared(trx, 'releases/audit', insertAuditRows, [JSON.stringify(rows)])
}

export const addAudit = (trx: Knex.Transaction, release: AuditedRelease, at: Date, notes: readonly AuditNote[]) =>
  addAuditRows(trx, auditRows(release, at, notes))

interface EntryRow extends Omit<AuditEntry, 'at'> {
  at: Date
}
export interface NumberedEntry extends BoundedRow {
  number: number
  entry: AuditEntry
}

const entryColumns = `e.id AS number, e.at, e.actor, e.action, e.severity, e.message, e.code,
  e.request_id AS "requestId", e.before, e.after, e.text_bytes AS bytes`

/** A page of a release's log, newest first, from below the entry `before`; a page of large entries ends early. */
export async function listAudit(
  db: Connection,
  { account, id }: AuditedRelease,
  { before, limit }: { before: number | null; limit: number },
): Promise<NumberedEntry[]> {
  const rows = await prepared<EntryRow & BoundedRow & { number: number }>(
    db,
    'releases/audit-list',
    limitPageBytes(
      `SELECT ${entryColumns} FROM audit_entries e
        WHERE e.account = ? AND e.release_id = ? AND e.id < coalesce(?::bigint, 9223372036854775807)
        ORDER BY e.id DESC LIMIT ?`,
      'number DESC',
    ),
    [account, id, before, limit],
  )
  return rows.map((row) => ({ number: row.number, hasNext: row.hasNext, entry: toEntry(row) }))
}

/** What one request did to any release, oldest first: for support, across accounts. Stops after large entries, as a page does. */
export async function findAuditOfRequest(db: Connection, requestId: string, limit: number) {
  const rows = await prepared<EntryRow & { number: number; link: string }>(
    db,
    'releases/audit-of-request',
    limitPageBytes(
      `SELECT r.link, ${entryColumns} FROM audit_entries e
         JOIN releases r ON r.account = e.account AND r.id = e.release_id
        WHERE e.request_id = ? ORDER BY e.id LIMIT ?`,
      'number',
    ),
    [requestId, limit],
  )
  return rows.map((row) => ({ release: row.link, entry: toEntry(row) }))
}

const toEntry = ({ at, actor, action, severity, message, code, requestId, before, after }: EntryRow): AuditEntry => ({
  at: at.toISOString(),
  actor,
  action,
  severity,
  message,
  code,
  requestId,
  before,
  after,
})
