import { isDeepStrictEqual } from 'node:util'
import { storeInOutbox } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { addAudit } from '../audit/queries.ts'
import { buildRequest, nextGeneration } from '../builds/request-build.ts'
import type { Author } from '../release/create-release.ts'
import { type FullRelease, updateRelease } from '../release/queries.ts'
import type { Release, ReleaseField } from '../release/release.ts'
import type { Change } from './change.ts'

/**
 * Carries out a change of a locked release: stored, written into its log with before and after, and built again where its documents
 * show it. A change that changes nothing leaves no trace.
 */
export async function applyChange(
  trx: Knex.Transaction,
  { release, parties }: FullRelease,
  change: Change,
  author: Author,
  now: Date,
): Promise<FullRelease> {
  const changed = (Object.keys(change.fields) as ReleaseField[]).filter(
    (field) => !isDeepStrictEqual(release[field], change.fields[field]),
  )
  if (changed.length === 0) return { release, parties }
  const fields = { ...pick(change.fields, changed), ...(change.rebuild ? nextGeneration(release, now) : {}) }
  const updated = await updateRelease(trx, release, fields)
  await addAudit(trx, release, now, [
    {
      ...author,
      action: change.action,
      severity: 'info',
      message: change.message,
      before: pick(release, changed),
      after: pick(updated, changed),
    },
  ])
  if (change.rebuild) await storeInOutbox(trx, buildRequest(updated))
  return { release: updated, parties }
}

const pick = (source: Partial<Release>, fields: readonly ReleaseField[]): Partial<Release> =>
  Object.fromEntries(fields.map((field) => [field, source[field]]))
