import type { BodyOf, operations } from '@guidebook/contracts'
import { fail } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { announce } from './announce.ts'
import { type AccountFields, type ConnectedAccount, createAccountQueries } from './queries.ts'
import { requireTimeZone } from './time-zone.ts'

type Change = BodyOf<typeof operations.updateAccount>

/** Changes the fields that were sent. `requireCurrent` checks the account before the change. */
export async function updateAccount(
  trx: Knex.Transaction,
  id: string,
  change: Change,
  now: Date,
  requireCurrent: (row: ConnectedAccount) => void,
): Promise<ConnectedAccount> {
  requireTimeZone(change.timeZone)
  const accounts = createAccountQueries(trx)
  await accounts.lock(id)
  const row = (await accounts.find(id)) ?? fail('not-found')
  requireCurrent(row)
  const fields = fieldsOf(change)
  if (Object.entries(fields).every(([name, value]) => row[name as keyof AccountFields] === value)) return row
  await accounts.change(id, { ...fields, updated_at: now })
  return announce(trx, id)
}

function fieldsOf({
  name,
  email,
  type,
  defaultLang,
  timeZone,
  colors,
  logo,
  app,
  roadbook,
}: Change): Partial<AccountFields> {
  const fields = {
    name,
    email,
    type,
    default_lang: defaultLang,
    time_zone: timeZone,
    primary_color: colors?.primary,
    secondary_color: colors?.secondary,
    logo,
    ios_url: app?.iosUrl,
    android_url: app?.androidUrl,
    roadbook_paper: roadbook?.paper,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
