/** Account responses: for support and the account itself, and for other services. */
import type { Account, AccountProjection } from '@guidebook/contracts'
import type { AccountRow } from '../generated/rows.ts'
import type { ConnectedAccount } from './queries.ts'

const shared = (row: AccountRow) => ({
  id: row.id,
  oid: row.oid,
  name: row.name,
  email: row.email,
  type: row.type,
  defaultLang: row.default_lang,
  timeZone: row.time_zone,
  test: row.test,
  logo: row.logo,
  roadbook: { paper: row.roadbook_paper },
  emergencyPhone: row.emergency_phone,
})

export const presentSettings = (row: AccountRow) => ({
  ...shared(row),
  colors: { primary: row.primary_color, secondary: row.secondary_color },
  app: { iosUrl: row.ios_url, androidUrl: row.android_url },
  createdAt: row.created_at.toISOString(),
})

export const presentAccount = (row: ConnectedAccount): Account => ({
  ...presentSettings(row),
  connections: row.connections,
  suspension:
    row.suspended_at === null ? null : { since: row.suspended_at.toISOString(), reason: row.suspended_reason ?? '' },
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
})

export const presentProjection = (row: ConnectedAccount): AccountProjection => ({
  ...shared(row),
  version: row.version,
  primaryColor: row.primary_color,
  secondaryColor: row.secondary_color,
  iosUrl: row.ios_url,
  androidUrl: row.android_url,
  connections: row.connections,
  suspended: row.suspended_at !== null,
})
