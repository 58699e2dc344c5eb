import { insertOutboxRows, type OutboxRow, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { AuditNote } from '../audit/audit-note.ts'
import { auditRows, insertAuditRows } from '../audit/queries.ts'
import { type ClaimedCode, codesOf, insertCodes } from '../download-code/claim.ts'
import { DownloadCodeTaken } from '../download-code/taken.ts'
import { columns, type Release, releaseFields, toColumn } from './release.ts'

/** Nothing is written for a release whose code is taken. */
const ifClaimed = 'WHERE EXISTS (SELECT FROM claimed)'

/**
 * One statement for everything that makes a release: a transaction of many statements costs several times its work.
 * Parts of one statement don't see each other's rows; what a part returns the others do see.
 */
const statement = `WITH
  claimed AS (${insertCodes}),
  release AS (
    INSERT INTO releases (${releaseFields.map((field) => columns[field]).join(', ')})
    SELECT ${releaseFields.map(() => '?').join(', ')} ${ifClaimed}),
  link AS (INSERT INTO release_links (link, account, release_id) SELECT ?, ?, ? ${ifClaimed}),
  share AS (
    INSERT INTO shares (seller, operator, release_id, shared_at)
    SELECT seller, operator, release_id, shared_at FROM json_to_recordset(?::json)
      AS share(seller uuid, operator uuid, release_id bigint, shared_at timestamptz) ${ifClaimed}),
  audit AS (${insertAuditRows} ${ifClaimed}),
  message AS (${insertOutboxRows} ${ifClaimed})
SELECT account, code, role FROM claimed`

/**
 * Stores a new release with its codes, link, log and messages. Throws `DownloadCodeTaken`: a transaction must then be given up. Without a
 * seller there is one code only, so that all or nothing is written and no transaction is needed.
 */
export async function insertRelease(
  db: Knex | Knex.Transaction,
  release: Release,
  { notes, messages }: { notes: readonly AuditNote[]; messages: readonly OutboxRow[] },
): Promise<void> {
  const { account, id, link, createdAt, seller } = release
  const codes = codesOf(release)
  const shares = seller === null ? [] : [{ seller, operator: account, release_id: id, shared_at: createdAt }]
  const claimed = await prepared<ClaimedCode>(db, 'releases/insert', statement, [
    JSON.stringify(codes),
    ...releaseFields.map((field) => toColumn(release[field])),
    ...[link, account, id],
    JSON.stringify(shares),
    JSON.stringify(auditRows(release, createdAt, notes)),
    JSON.stringify(messages),
  ])
  const taken = codes.filter(({ role }) => !claimed.some((claim) => claim.role === role))
  if (taken.length > 0) throw new DownloadCodeTaken(taken.map(({ role }) => role))
}
