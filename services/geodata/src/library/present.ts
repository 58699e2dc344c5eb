import type { Library } from '@guidebook/contracts'
import type { LibraryRow } from './queries.ts'

export const presentLibrary = (row: LibraryRow): Library => ({
  id: row.id,
  account: row.account,
  customId: row.custom_id,
  names: row.names,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
