import { sweepOrphans, sweepRows } from '@guidebook/service-kit'
import { sweepArtifacts } from '../src/sweep/artifacts.ts'
import { builderRules } from '../src/sweep/retention.ts'
import { findUnusedObjects } from '../src/sweep/unused-objects.ts'
import type { Fixture } from './builder-fixture.ts'

/** Deletes expired rows and then, as if it were this time, unused objects. Returns the number of removed objects. */
export async function sweepObjects(
  { database: { knex }, store }: Pick<Fixture, 'database' | 'store'>,
  now: Date,
): Promise<number> {
  await sweepRows(knex, builderRules({ BUILD_RETENTION: null }))
  await sweepArtifacts(knex)
  return await sweepOrphans({
    objectStore: store,
    clock: { now: () => now },
    prefix: 'builder/',
    findUnused: (account, keys) => findUnusedObjects(knex, account, keys),
  })
}
