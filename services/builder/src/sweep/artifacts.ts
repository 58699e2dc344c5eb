import { type ClaimLoop, claimLoop, type Database, type Logger } from '@guidebook/service-kit'
import type { Knex } from 'knex'

const hourMs = 60 * 60 * 1_000

/** Deletes artifacts that no release shows and no build has used for a day. */
export const createArtifactSweeper = ({ knex }: Database, log: Logger): ClaimLoop =>
  claimLoop({ name: 'sweeper of artifacts', pollMs: hourMs, run: () => sweepArtifacts(knex), log })

/**
 * Handles a batch of the artifacts that were not used for a day. Those that a release shows are many, so they are not written each day: they are
 * looked at again a day after a release has lost one, and else after 90 days, in case an older version of the builder did not report the loss.
 * Returns how many artifacts it handled.
 */
export async function sweepArtifacts(db: Knex): Promise<number> {
  const { rowCount } = await db.raw(`
    with old as (
      select account, ingredients, exists (
        select from build_objects
        where build_objects.account = artifacts.account and build_objects.key = artifacts.key and dropped_at is null
      ) as is_shown
      from artifacts where used_at < now() - interval '1 day' order by used_at limit 1000 for update skip locked
    ), deleted as (
      delete from artifacts using old
      where not is_shown and artifacts.account = old.account and artifacts.ingredients = old.ingredients
    ), kept as (
      update artifacts set used_at = now() + interval '89 days' from old
      where is_shown and artifacts.account = old.account and artifacts.ingredients = old.ingredients
    )
    select from old`)
  return rowCount
}
