import type { Library } from '@guidebook/contracts'
import type { LibraryRow } from './queries.ts'

export const presentLibrary = (row: LibraryRow): Library => ({
  id: row.id,
  account: row.account,
  customId: row.customId,
  names: row.names,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
