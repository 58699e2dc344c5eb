import type { PortalSession } from '@guidebook/contracts'
import type { PortalSessionRow } from '../generated/rows.ts'
import type { SessionHolder } from './session-queries.ts'

export const presentSession = ({
  userId,
  email,
  name,
  language,
  accounts,
  expiresAt,
  support,
}: SessionHolder): PortalSession => ({
  user: { id: userId, email, name, language },
  accounts: accounts.map(({ id, name: accountName, oid, role, test }) => ({ id, name: accountName, oid, role, test })),
  expiresAt: expiresAt.toISOString(),
  support,
})

export const presentListed = (row: PortalSessionRow, current: string) => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
  userAgent: row.user_agent,
  current: row.id === current,
})
