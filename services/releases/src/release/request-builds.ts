import { prepared, storeInOutbox } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { buildRequest, type ReleaseRow } from './release.ts'

/**
 * Writes the rows of requested builds; for a statement that says of which releases. Until the builder reports, a row has generation 0, which no
 * build has, so it is no report. Its state says that the build has not ended: lists find it by `builds_unfinished`.
 */
export const insertRequestedBuilds = `insert into builds (account, release_id, generation, sequence, state, percent, warnings)
  select account, id, 0, 0, 'running', 0, '[]'`

/** Requests builds of the current generations of locked releases. */
export async function requestBuilds(trx: Knex.Transaction, releases: readonly ReleaseRow[]): Promise<void> {
  if (releases.length === 0) return
  await prepared(
    trx,
    'releases/request-builds',
    `${insertRequestedBuilds} from unnest(cast(:accounts as uuid[]), cast(:ids as bigint[])) as requested (account, id)
     on conflict (account, release_id) do update set generation = excluded.generation, sequence = excluded.sequence, state = excluded.state,
       step = null, percent = excluded.percent, message = null, code = null, warnings = excluded.warnings, finished_at = null`,
    { accounts: releases.map(({ account }) => account), ids: releases.map(({ id }) => id) },
  )
  await storeInOutbox(trx, releases.flatMap(buildRequest))
}
