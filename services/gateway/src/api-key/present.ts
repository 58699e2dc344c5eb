import type { KeyRow } from './queries.ts'

export const presentKey = ({ id, prefix, parent, created_at }: KeyRow) => ({
  id,
  prefix,
  parent,
  createdAt: created_at.toISOString(),
})
