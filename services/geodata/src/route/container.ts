import type { Fault } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { findWrittenGuidebook } from '../guidebook/queries.ts'
import type { RouteRow } from '../item/item-row.ts'
import { requireLibrary } from '../library/require-library.ts'
import { containerMissing, requireNoFaults } from '../request/errors.ts'

interface SentContainers {
  library?: { customId: string }
  guidebook?: { customId: string }
}

/**
 * The library or guidebook that a body names, null when it names none. Throws 422 with all faults of the body: `faults`, and that of a library or
 * guidebook that does not exist.
 */
export async function findContainer(
  db: Knex,
  account: string,
  { library, guidebook }: SentContainers,
  faults: readonly Fault[],
): Promise<Pick<RouteRow, 'library_id' | 'guidebook_id'> | null> {
  if (library) return { library_id: await requireLibrary(db, account, library.customId, faults), guidebook_id: null }
  const found = guidebook && (await findWrittenGuidebook(db, account, guidebook.customId))
  requireNoFaults(guidebook && !found ? [...faults, containerMissing('guidebook')] : faults)
  return found ? { library_id: null, guidebook_id: found.id } : null
}
