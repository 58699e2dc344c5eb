import type { BodyOf, operations } from '@guidebook/contracts'
import { constraintOf, failWith, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { announce } from './announce.ts'
import { type ConnectedAccount, createAccountQueries } from './queries.ts'
import { requireTimeZone } from './time-zone.ts'

type Creation = BodyOf<typeof operations.createAccount>

/** Default brand colours. */
const defaultColors = { primary: '#1f5f8b', secondary: '#f0a202' }

export async function createAccount(trx: Knex.Transaction, body: Creation, now: Date): Promise<ConnectedAccount> {
  requireTimeZone(body.timeZone)
  const id = uuidv7()
  const { primary, secondary } = body.colors ?? defaultColors
  try {
    await createAccountQueries(trx).insert({
      id,
      oid: body.oid,
      name: body.name,
      email: body.email,
      type: body.type,
      default_lang: body.defaultLang ?? 'en',
      time_zone: body.timeZone ?? 'UTC',
      primary_color: primary,
      secondary_color: secondary,
      logo: body.logo ?? null,
      ios_url: body.app?.iosUrl ?? null,
      android_url: body.app?.androidUrl ?? null,
      roadbook_paper: body.roadbook?.paper ?? 'A4',
      test: body.test ?? false,
      version: 1,
      created_at: now,
      updated_at: now,
    })
  } catch (error) {
    if (constraintOf(error) !== 'accounts_oid') throw error
    failWith('oid-taken', [{ pointer: '/oid', code: 'oid-taken', message: 'belongs to another account' }])
  }
  return announce(trx, id)
}
