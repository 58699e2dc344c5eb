import { insertOutboxRows, insertReplies, type OutboxRow, prepared, type ReplyRow } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { type AuditRow, insertAuditRows } from '../audit/queries.ts'
import { insertUsedItems, type usedItemsRow } from '../binding/queries.ts'
import { codesOf, DownloadCodeTakenError, insertCodes } from '../download-code/codes.ts'
import type { DownloadCodeRow, SettledCommandRow } from '../generated/rows.ts'
import { type Release, releaseColumns } from '../release/release.ts'
import { insertRequestedBuilds } from '../release/request-builds.ts'

/** A new release with all rows that are written with it. */
export interface NewRelease {
  release: Release
  audit: readonly AuditRow[]
  /** Their subject is the release's key. */
  messages: readonly OutboxRow[]
  /** The response for a repeat of the request, about the release's key. */
  replies: readonly ReplyRow[]
  /** The outcome of the command that requested the release, about its key. */
  outcomes: readonly (SettledCommandRow & { about: string })[]
  /** At most one: the items that the release names. */
  usedItems: readonly ReturnType<typeof usedItemsRow>[]
}

const outcomeColumns = 'account, command_id, outcome, settled_at, download_code, requested_at'

/**
 * One statement for everything that creates releases: many statements cost several times its work. It is atomic by itself. The parts of
 * a statement do not see each other's rows, but what a part returns. Nothing is written for a release without a free code.
 */
const statement = `with
  claimed as (${insertCodes}),
  release as (
    insert into releases (${releaseColumns})
    select ${releaseColumns} from json_populate_recordset(cast(null as releases), ?)
     where (account, id) in (select operator, release_id from claimed)
    returning account, id, cast(key as text), link, seller, created_at),
  link as (insert into release_links (link, account, release_id) select link, account, id from release),
  build as (${insertRequestedBuilds} from release),
  share as (
    insert into shares (seller, operator, release_id, shared_at)
    select seller, account, id, created_at from release where seller is not null),
  audit as (${insertAuditRows} where (account, release_id) in (select account, id from release)),
  message as (${insertOutboxRows} where subject in (select key from release)),
  reply as (${insertReplies} where about in (select key from release) order by account, method, path, key),
  outcome as (
    insert into settled_commands (${outcomeColumns})
    select ${outcomeColumns} from json_to_recordset(?) as row(about text, account uuid, command_id text, outcome json,
      settled_at timestamptz, download_code bigint, requested_at timestamptz)
     where about in (select key from release) order by account, command_id),
  used as (${insertUsedItems} where (account, release_id) in (select account, id from release))
select release_id, role from claimed`

/**
 * Stores new releases with all their rows. Returns for each, in their order, `DownloadCodeTakenError` or undefined. Without a seller a release has
 * one code only, so all or nothing of it is written; with a seller, the transaction must be rolled back.
 */
export async function insertReleases(
  db: Knex,
  created: readonly NewRelease[],
): Promise<(DownloadCodeTakenError | undefined)[]> {
  const rows = created.map(({ release: { provider, reseller, ...row } }) => row)
  const claimed = await prepared<Pick<DownloadCodeRow, 'release_id' | 'role'>>(
    db,
    'releases/insert',
    statement,
    [
      rows.flatMap(codesOf),
      rows,
      created.flatMap(({ audit }) => audit),
      created.flatMap(({ messages }) => messages),
      created.flatMap(({ replies }) => replies),
      created.flatMap(({ outcomes }) => outcomes),
      created.flatMap(({ usedItems }) => usedItems),
    ].map((records) => JSON.stringify(records)),
  )
  return rows.map((row) => {
    const free = claimed.filter(({ release_id }) => release_id === row.id).map(({ role }) => role)
    const taken = codesOf(row).flatMap(({ role }) => (free.includes(role) ? [] : [role]))
    return taken.length === 0 ? undefined : new DownloadCodeTakenError(taken)
  })
}
