import type { Account } from '@guidebook/contracts'
import { fields, moment } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

/** An account for people. `nameOf` names connected accounts by their id. */
export const showAccount = (account: Account, paint: Paint, nameOf = (id: string): string => id): string =>
  fields(
    [
      ['OID', { text: account.oid, paint: paint.strong }],
      ['Name', account.name],
      ['Id', account.id],
      ['Type', account.test ? `${account.type}, test account` : account.type],
      ['E-mail', account.email],
      ['Language', account.defaultLang],
      ['Time zone', account.timeZone],
      ['Colours', `${account.colors.primary} ${account.colors.secondary}`],
      ['Logo', account.logo],
      ['Roadbook', account.roadbook.paper],
      ['iOS app', account.app.iosUrl],
      ['Android app', account.app.androidUrl],
      ['Connected with', account.connections.map(nameOf).join(', ')],
      ['Created', moment(account.createdAt)],
      ['Changed', moment(account.updatedAt)],
    ],
    paint,
  )
