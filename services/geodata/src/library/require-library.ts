import type { Fault } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { containerMissing, requireNoFaults } from '../request/errors.ts'
import { findLibrary } from './queries.ts'

/** The ID of the library that a body names. Throws 422 with all faults of the body: `faults`, and that of a library that does not exist. */
export async function requireLibrary(
  db: Knex,
  account: string,
  customId: string,
  faults: readonly Fault[],
): Promise<string> {
  const found = await findLibrary(db, account, customId)
  requireNoFaults(found ? faults : [...faults, containerMissing('library')])
  return (found as { id: string }).id
}
