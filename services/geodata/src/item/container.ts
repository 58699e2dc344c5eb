import { failWith } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { findWrittenGuidebook } from '../guidebook/queries.ts'
import { findLibraryId } from '../library/queries.ts'
import type { ItemRow } from './item-row.ts'

type Container = Pick<ItemRow, 'libraryId' | 'library' | 'guidebookId' | 'guidebook'>

/** The library of the account that a body names; 422 when there is none. */
export async function libraryContainer(trx: Knex.Transaction, account: string, customId: string): Promise<Container> {
  const id = await findLibraryId(trx, account, customId)
  return id === null ? libraryMissing() : { libraryId: id, library: customId, guidebookId: null, guidebook: null }
}

/** 422: a library that a body names does not exist. */
export const libraryMissing = (): never =>
  failWith('library-not-found', [
    {
      pointer: '/library/customId',
      code: 'library-not-found',
      message: 'no library of the account has this custom ID; create it with POST /content/library',
    },
  ])

/** The guidebook of the account that a body names; 422 when there is none. */
export async function guidebookContainer(trx: Knex.Transaction, account: string, customId: string): Promise<Container> {
  const guidebook = await findWrittenGuidebook(trx, account, customId)
  if (guidebook) return { libraryId: null, library: null, guidebookId: guidebook.id, guidebook: customId }
  return failWith('guidebook-not-found', [
    {
      pointer: '/guidebook/customId',
      code: 'guidebook-not-found',
      message: 'no guidebook of the account has this custom ID; create it with POST /content/guidebook',
    },
  ])
}

interface SentContainers {
  library?: { customId: string }
  guidebook?: { customId: string }
}

/** The one of the two that was sent; null when neither was. */
export const sentContainer = (
  trx: Knex.Transaction,
  account: string,
  { library, guidebook }: SentContainers,
): Promise<Container | null> => {
  if (library) return libraryContainer(trx, account, library.customId)
  return guidebook ? guidebookContainer(trx, account, guidebook.customId) : Promise.resolve(null)
}
