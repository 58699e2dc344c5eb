import type { Knex } from 'knex'
import { findWrittenGuidebook } from '../guidebook/queries.ts'
import type { RouteRow } from '../item/item-row.ts'
import { findLibrary } from '../library/queries.ts'
import { failContainerMissing } from '../request/errors.ts'

interface SentContainers {
  library?: { customId: string }
  guidebook?: { customId: string }
}

/** The library or guidebook that the body names, null when it names none. Throws 422 when it does not exist. */
export async function findContainer(
  trx: Knex.Transaction,
  account: string,
  { library, guidebook }: SentContainers,
): Promise<Pick<RouteRow, 'library_id' | 'guidebook_id'> | null> {
  if (library) {
    const { id } = (await findLibrary(trx, account, library.customId)) ?? failContainerMissing('library')
    return { library_id: id, guidebook_id: null }
  }
  if (!guidebook) return null
  const { id } = (await findWrittenGuidebook(trx, account, guidebook.customId)) ?? failContainerMissing('guidebook')
  return { library_id: null, guidebook_id: id }
}
