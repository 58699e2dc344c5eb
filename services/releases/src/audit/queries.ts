import type { AuditEntry, AuditField } from '@guidebook/contracts'
import { type BoundedRow, currentRequestId, limitPageBytes, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { AuditEntryRow } from '../generated/rows.ts'
import type { TellEntry } from '../language/audit-texts.ts'
import type { ReleaseId, ReleaseRow } from '../release/release.ts'

/**
 * An event of a release. `actor`: prefix of a key, `user:` and an address, `seller:` and its OID, `support`, or name of a service; `action`:
 * `<thing>.<what happened to it>`; `message`: English, for people; `before` and `after`: what changed.
 */
export type AuditNote = Pick<AuditEntryRow, 'actor' | 'action' | 'message'> &
  Partial<Pick<AuditEntryRow, 'severity' | 'code'>> & { before?: AuditedValues | null; after?: AuditedValues | null }

/** Readers see the names of these fields in their language. */
type AuditedValues = Readonly<Partial<Record<AuditField, unknown>>>

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** The columns of a release that the log can show. */
export type AuditedColumn = {
  [Column in keyof ReleaseRow]: CamelCase<Column> extends AuditField ? Column : never
}[keyof ReleaseRow]

/** A note of the current request as `insertAuditRows` takes it, in a JSON array. */
export const auditRow = ({ account, id }: ReleaseId, at: Date, note: AuditNote) => ({
  account,
  release_id: id,
  at,
  request_id: currentRequestId(),
  severity: 'info',
  ...note,
})
export type AuditRow = ReturnType<typeof auditRow>

/** Columns of a release by the names of the API. */
export const auditedFields = (release: Partial<ReleaseRow>, columns: readonly AuditedColumn[]): AuditedValues =>
  Object.fromEntries(columns.map((column) => [camelCase(column), release[column]]))

const camelCase = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Writes the rows (`?`: the text of a JSON array); for a statement that writes more than that. */
export const insertAuditRows = `insert into audit_entries
    (account, release_id, at, actor, action, severity, message, code, request_id, before, after)
  select account, release_id, at, actor, action, severity, message, code, request_id, before, after
    from json_populate_recordset(cast(null as audit_entries), ?)`

export async function addAudit(trx: Knex.Transaction, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length > 0) await prepared(trx, 'releases/audit', insertAuditRows, [JSON.stringify(rows)])
}

const columns = `e.id, e.at, e.actor, e.action, e.severity, e.message, e.code, e.request_id, e.before, e.after,
  e.text_bytes as bytes`

/** A page of a release's log, newest first, from below the entry `before`; a page of large entries ends early. */
export const listAudit = (db: Knex, { account, id }: ReleaseId, before: number | null, limit: number) =>
  prepared<AuditEntryRow & BoundedRow>(
    db,
    'releases/audit-list',
    limitPageBytes(
      `select ${columns} from audit_entries e
        where e.account = :account and e.release_id = :id and e.id < coalesce(cast(:before as bigint), 9223372036854775807)
        order by e.id desc limit :limit`,
      'id desc',
    ),
    { account, id, before, limit },
  )

/**
 * Changes by people, keys and files. The other entries would hide them: a change of content adds one to thousands of releases. The index
 * `audit_entries_changes` has the same condition.
 */
const isChange = `e.action not in ('release.created', 'release.shared', 'content.changed', 'device.registered') and e.action not like 'build.%'`

/** A page of the changes of all releases of an operator, newest first, from below the entry `before`. */
export const listChanges = (db: Knex, account: string, before: number | null, limit: number) =>
  prepared<AuditEntryRow & BoundedRow & Pick<ReleaseRow, 'link' | 'download_code' | 'title' | 'revoked_at'>>(
    db,
    'releases/changes-list',
    limitPageBytes(
      `select r.link, r.download_code, r.title, r.revoked_at, ${columns} from audit_entries e
         join releases r on r.account = e.account and r.id = e.release_id
        where e.account = :account and ${isChange} and e.id < coalesce(cast(:before as bigint), 9223372036854775807)
        order by e.id desc limit :limit`,
      'id desc',
    ),
    { account, before, limit },
  )

/** Whether anything but an import has changed the release since then. */
export async function isChangedSince(db: Knex, { account, id }: ReleaseId, since: Date): Promise<boolean> {
  const rows = await prepared(
    db,
    'releases/changed-since',
    `select from audit_entries e
      where e.account = :account and e.release_id = :id and e.at > :since and ${isChange}
        and e.action <> 'release.changed-by-import'
      limit 1`,
    { account, id, since },
  )
  return rows.length > 0
}

/** What one request did to any release, oldest first: for support, across accounts. Stops after large entries, as a page does. */
export const findAuditOfRequest = (db: Knex, requestId: string, limit: number) =>
  prepared<AuditEntryRow & { link: string }>(
    db,
    'releases/audit-of-request',
    limitPageBytes(
      `select r.link, ${columns} from audit_entries e
         join releases r on r.account = e.account and r.id = e.release_id
        where e.request_id = :requestId order by e.id limit :limit`,
      'id',
    ),
    { requestId, limit },
  )

export const presentEntry = (row: AuditEntryRow, tell: TellEntry): AuditEntry => ({
  at: row.at.toISOString(),
  actor: row.actor,
  action: row.action,
  severity: row.severity,
  message: tell(row),
  code: row.code,
  requestId: row.request_id,
  before: row.before,
  after: row.after,
})
