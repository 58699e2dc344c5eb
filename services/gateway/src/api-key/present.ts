import type { KeyRow } from './queries.ts'

export const presentKey = ({ id, prefix, created_at }: KeyRow) => ({ id, prefix, createdAt: created_at.toISOString() })
