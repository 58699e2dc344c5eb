/** Account responses: for support, for the account itself and for other services. */
import type { Account, AccountProjection, OwnAccount } from '@guidebook/contracts'
import { presentKey } from '../api-key/present.ts'
import type { KeyRow } from '../api-key/queries.ts'
import type { AccountRow, ConnectedAccount } from './queries.ts'

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
})

const settings = (row: AccountRow) => ({
  ...shared(row),
  colors: { primary: row.primary_color, secondary: row.secondary_color },
  app: { iosUrl: row.ios_url, androidUrl: row.android_url },
  createdAt: row.created_at.toISOString(),
})

export const presentAccount = (row: ConnectedAccount): Account => ({
  ...settings(row),
  connections: row.connections,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
})

export const presentOwnAccount = (
  row: AccountRow,
  keys: readonly KeyRow[],
  partners: OwnAccount['partners'],
): OwnAccount => ({ ...settings(row), keys: keys.map(presentKey), partners })

export const presentProjection = (row: ConnectedAccount): AccountProjection => ({
  ...shared(row),
  version: row.version,
  primaryColor: row.primary_color,
  secondaryColor: row.secondary_color,
  iosUrl: row.ios_url,
  androidUrl: row.android_url,
  connections: row.connections,
})
