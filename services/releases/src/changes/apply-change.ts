import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { type AuditedColumn, addAudit, auditedFields, auditRow } from '../audit/queries.ts'
import type { Rebinding } from '../binding/bindings.ts'
import { changeBindings } from '../binding/queries.ts'
import { updateRelease } from '../release/queries.ts'
import { nextGeneration, type Release, type ReleaseRow } from '../release/release.ts'
import { requestBuilds } from '../release/request-builds.ts'

/** The change that a request makes, decided by a pure rule. */
export interface Change {
  /** For the audit log, `<thing>.<what happened to it>`. */
  action: string
  message: string
  /** New values; fields that have them already are not changed. */
  fields: Partial<Pick<ReleaseRow, AuditedColumn>>
  /** The items that the names in `fields` mean. */
  rebinding?: Rebinding
  /** Whether the roadbook, the page or the GPX files show it, so that they are built again. */
  rebuild: boolean
}

/**
 * Changes a locked release, records the change in its audit log and requests a build when its documents show the change. When no field and no
 * named item differs, does nothing. A request that keeps what its names mean changes items only together with fields.
 */
export async function applyChange(
  trx: Knex.Transaction,
  release: Release,
  { action, message, fields, rebinding, rebuild }: Change,
  actor: string,
  now: Date,
): Promise<Release> {
  const changed = changedFields(release, fields)
  const isDecided = rebinding !== undefined && (changed.length > 0 || !rebinding.keepsNames)
  const isRebound = isDecided && (await changeBindings(trx, release, rebinding))
  if (changed.length === 0 && !isRebound) return release
  const values = Object.fromEntries(changed.map((name) => [name, fields[name]]))
  const updated = await updateRelease(trx, release, { ...values, ...(rebuild ? nextGeneration(release, now) : {}) })
  const [before, after] = [auditedFields(release, changed), auditedFields(updated, changed)]
  await addAudit(trx, [auditRow(release, now, { actor, action, message, before, after })])
  if (rebuild) await requestBuilds(trx, [updated])
  return updated
}

/** Whether a change would change the release. */
export const changes = (release: Release, { fields }: Pick<Change, 'fields'>): boolean =>
  changedFields(release, fields).length > 0

function changedFields(release: Release, fields: Change['fields']): AuditedColumn[] {
  const names = Object.keys(fields) as AuditedColumn[]
  return names.filter((name) => !isDeepStrictEqual(release[name], fields[name]))
}
