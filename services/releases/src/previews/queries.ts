import { outboxRows, prepared, storeInOutbox } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { type Preview, previewLink } from './preview.ts'

/** Previews of an account that are built at the same time. */
export const mostPreviewsAtOnce = 5

/**
 * Hours. The builder removes the objects of a preview a day after it was built, which is later than the request; rows are removed after a day too,
 * but not on the minute.
 */
const lifetimeHours = 23

/** A build that has not ended after this many hours is lost. It no longer counts. */
const longestBuildHours = 1

/** Not `*`: the result of a prepared statement must not change when the migrations of the next version add a column. */
const columns = `account, guidebook, lang, id, title, generation, build_requested_at, sequence, state, step, percent, message, code, warnings,
  finished_at, artifacts`

type Requested = Pick<Preview, 'account' | 'guidebook' | 'lang' | 'title' | 'id'>

/**
 * Stores a preview with a new build, and requests the build. A preview of the same guidebook and language keeps its number. Returns null
 * when as many others as allowed are being built.
 */
export async function requestPreview(trx: Knex.Transaction, requested: Requested, now: Date): Promise<Preview | null> {
  const { account } = requested
  // One after the other, so that concurrent requests count each other.
  await prepared(
    trx,
    'releases/lock-previews',
    `select pg_advisory_xact_lock(hashtext('previews'), hashtext(:account))`,
    {
      account,
    },
  )
  const [preview] = await prepared<Preview>(
    trx,
    'releases/request-preview',
    `insert into previews (account, guidebook, lang, id, title, generation, build_requested_at, sequence, state, percent, warnings)
     select cast(:account as uuid), :guidebook, :lang, cast(:id as bigint), :title, 1, cast(:now as timestamptz), 0, 'waiting', 0, '[]'
      where (select count(*) from previews
              where account = :account and (guidebook, lang) <> (:guidebook, :lang) and state in ('waiting', 'running')
                and build_requested_at > cast(:now as timestamptz) - interval '${longestBuildHours} hours') < ${mostPreviewsAtOnce}
     on conflict (account, guidebook, lang) do update set title = excluded.title, generation = previews.generation + 1,
       build_requested_at = excluded.build_requested_at, sequence = 0, state = 'waiting', step = null, percent = 0, message = null, code = null,
       warnings = '[]', finished_at = null, artifacts = null
     returning ${columns}`,
    { ...requested, now },
  )
  if (preview === undefined) return null
  const { id: release, generation } = preview
  const link = previewLink(preview)
  const request = { account, release, link, generation, kind: 'plain' } as const
  await storeInOutbox(trx, outboxRows('release.build-requested.v1', request, { subject: link }))
  return preview
}

const isAlive = `build_requested_at > cast(:now as timestamptz) - interval '${lifetimeHours} hours'`

export async function findPreview(
  db: Knex,
  asked: Pick<Preview, 'account' | 'guidebook' | 'lang'>,
  now: Date,
): Promise<Preview | null> {
  const sql = `select ${columns} from previews where account = :account and guidebook = :guidebook and lang = :lang and ${isAlive}`
  const [preview] = await prepared<Preview>(db, 'releases/preview', sql, { ...asked, now })
  return preview ?? null
}

export async function findPreviewByNumber(
  db: Knex,
  asked: Pick<Preview, 'account' | 'id'>,
  now: Date,
): Promise<Preview | null> {
  const sql = `select ${columns} from previews where account = :account and id = :id and ${isAlive}`
  const [preview] = await prepared<Preview>(db, 'releases/preview-by-number', sql, { ...asked, now })
  return preview ?? null
}
