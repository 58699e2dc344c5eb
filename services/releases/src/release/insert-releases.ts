import { insertOutboxRows, insertReplies, type OutboxRow, prepared, type ReplyRow } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { AuditNote } from '../audit/audit-note.ts'
import { auditRows, insertAuditRows } from '../audit/queries.ts'
import { type ClaimedCode, codesOf, insertCodes } from '../download-code/claim.ts'
import { DownloadCodeTakenError } from '../download-code/errors.ts'
import { insertOutcomes, type OutcomeRow } from '../intake/queries.ts'
import { columns, type Release, releaseFields, toRow } from './release.ts'

/** A release with all that is written when it comes into being. */
export interface ReleaseRows {
  release: Release
  notes: readonly AuditNote[]
  /** Their subject is the release's key. */
  messages: readonly OutboxRow[]
  /** The answer to the request, about the release's key, where a repeat would want it. */
  replies: readonly ReplyRow[]
  /** What the command came to that asked for the release, about its key. */
  outcomes: readonly OutcomeRow[]
}

const columnList = releaseFields.map((field) => columns[field]).join(', ')

/**
 * One statement for everything that makes releases: many statements cost several times its work. It is all or nothing by itself. Parts of
 * one statement don't see each other's rows; what a part returns the others do see. Nothing is written for a release without a free code.
 */
const statement = `WITH
  claimed AS (${insertCodes}),
  release AS (
    INSERT INTO releases (${columnList}) SELECT ${columnList} FROM json_populate_recordset(NULL::releases, ?::json)
     WHERE (account, id) IN (SELECT operator, release_id FROM claimed)
    RETURNING account, id, key::text, link, seller, created_at),
  link AS (INSERT INTO release_links (link, account, release_id) SELECT link, account, id FROM release),
  share AS (
    INSERT INTO shares (seller, operator, release_id, shared_at)
    SELECT seller, account, id, created_at FROM release WHERE seller IS NOT NULL),
  audit AS (${insertAuditRows} WHERE (account, release_id) IN (SELECT account, id FROM release)),
  message AS (${insertOutboxRows} WHERE subject IN (SELECT key FROM release)),
  reply AS (${insertReplies} WHERE about IN (SELECT key FROM release) ORDER BY account, method, path, key),
  outcome AS (${insertOutcomes} WHERE about IN (SELECT key FROM release) ORDER BY account, command_id)
SELECT release_id, role FROM claimed`

/**
 * Stores new releases with their codes, links, logs, messages and answers. Answers for each, in their order, `DownloadCodeTakenError` or undefined.
 * Without a seller a release has one code only, so that all or nothing of it is written; with one, a transaction must be given up.
 */
export async function insertReleases(
  db: Knex | Knex.Transaction,
  created: readonly ReleaseRows[],
): Promise<(DownloadCodeTakenError | undefined)[]> {
  const json = (rows: readonly unknown[]) => JSON.stringify(rows)
  const claimed = await prepared<Pick<ClaimedCode, 'release_id' | 'role'>>(db, 'releases/insert', statement, [
    json(created.flatMap(({ release }) => codesOf(release))),
    json(created.map(({ release }) => toRow(release))),
    json(created.flatMap(({ release, notes }) => auditRows(release, release.createdAt, notes))),
    json(created.flatMap(({ messages }) => messages)),
    json(created.flatMap(({ replies }) => replies)),
    json(created.flatMap(({ outcomes }) => outcomes)),
  ])
  return created.map(({ release }) => {
    const free = claimed.filter(({ release_id }) => release_id === release.id).map(({ role }) => role)
    const taken = codesOf(release).flatMap(({ role }) => (free.includes(role) ? [] : [role]))
    return taken.length === 0 ? undefined : new DownloadCodeTakenError(taken)
  })
}
