import type { BodyOf, operations } from '@guidebook/contracts'
import { constraintOf, emit, fail, failWith, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { AccountRow } from '../generated/rows.ts'
import { presentProjection } from './present.ts'
import { type ConnectedAccount, findAccount, lockAccounts } from './queries.ts'
import { requireTimeZone } from './time-zone.ts'

const defaults = {
  default_lang: 'en',
  time_zone: 'UTC',
  primary_color: '#1f5f8b',
  secondary_color: '#f0a202',
  roadbook_paper: 'A4',
  test: false,
  version: 1,
} as const

export async function createAccount(
  trx: Knex.Transaction,
  { oid, test, ...body }: BodyOf<typeof operations.createAccount>,
  now: Date,
): Promise<ConnectedAccount> {
  requireTimeZone(body.timeZone)
  const id = uuidv7()
  const fields = { ...defaults, ...columnsOf(body), test: test ?? false }
  try {
    await trx('accounts').insert({ ...fields, id, oid, created_at: now, updated_at: now })
  } catch (error) {
    if (constraintOf(error) !== 'accounts_oid') throw error
    failWith('oid-taken', [{ pointer: '/oid', code: 'oid-taken', message: 'belongs to another account' }])
  }
  return announce(trx, id)
}

/** Changes the fields that were sent. `requireCurrent` checks the account before the change. */
export async function updateAccount(
  trx: Knex.Transaction,
  id: string,
  body: BodyOf<typeof operations.updateAccount>,
  now: Date,
  requireCurrent: (row: ConnectedAccount) => void,
): Promise<ConnectedAccount> {
  requireTimeZone(body.timeZone)
  await lockAccounts(trx, id)
  const row = (await findAccount(trx, id)) ?? fail('not-found')
  requireCurrent(row)
  const fields = columnsOf(body)
  if (Object.entries(fields).every(([name, value]) => row[name as keyof AccountRow] === value)) return row
  return changeAndAnnounce(trx, id, { ...fields, updated_at: now })
}

/** The columns of the fields that were sent. */
function columnsOf(body: BodyOf<typeof operations.updateAccount>): Partial<AccountRow> {
  const columns = {
    name: body.name,
    email: body.email,
    type: body.type,
    default_lang: body.defaultLang,
    time_zone: body.timeZone,
    primary_color: body.colors?.primary,
    secondary_color: body.colors?.secondary,
    logo: body.logo,
    ios_url: body.app?.iosUrl,
    android_url: body.app?.androidUrl,
    roadbook_paper: body.roadbook?.paper,
    emergency_phone: body.emergencyPhone,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Connects or disconnects two accounts in both directions. Publishes the accounts only when something changed. Returns the first account. */
export async function setConnection(
  trx: Knex.Transaction,
  account: string,
  partner: string,
  isConnected: boolean,
): Promise<ConnectedAccount> {
  if (account === partner) fail('connection-to-self')
  if ((await lockAccounts(trx, account, partner)) < 2) fail('not-found')
  const both = [
    { account, partner },
    { account: partner, partner: account },
  ]
  const connections = trx('connections')
  const changed = isConnected
    ? await connections.insert(both).onConflict().ignore().returning('account')
    : await connections
        .whereIn(
          ['account', 'partner'],
          both.map((row) => [row.account, row.partner]),
        )
        .delete('account')
  if (changed.length > 0) for (const row of both) await changeAndAnnounce(trx, row.account, {})
  return (await findAccount(trx, account)) ?? fail('not-found')
}

/** Suspends an account, or reactivates it without a reason. Null for an unknown account. A repeat keeps the time, and changes the reason. */
export async function setSuspension(
  trx: Knex.Transaction,
  id: string,
  reason: string | null,
  now: Date,
): Promise<ConnectedAccount | null> {
  await lockAccounts(trx, id)
  const row = await findAccount(trx, id)
  if (row === null || row.suspended_reason === reason) return row
  const suspended_at = reason === null ? null : (row.suspended_at ?? now)
  return changeAndAnnounce(trx, id, { suspended_at, suspended_reason: reason, updated_at: now })
}

async function changeAndAnnounce(trx: Knex.Transaction, id: string, fields: Partial<AccountRow>) {
  await trx('accounts')
    .where({ id })
    .update({ ...fields, version: trx.raw('version + 1') })
  return announce(trx, id)
}

/** Publishes the account's current state to other services, in the transaction of the change, which holds the account's lock. */
async function announce(trx: Knex.Transaction, id: string): Promise<ConnectedAccount> {
  const row = await findAccount(trx, id)
  if (row === null) throw new Error(`account ${id} is missing in the transaction that changed it`)
  await emit(trx, 'account.changed.v1', presentProjection(row), { subject: id })
  return row
}
