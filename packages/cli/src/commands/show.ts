/** Parts of output that several commands have. */
import type { Account, ServiceName } from '@guidebook/contracts'
import { exitCodes } from '../command-error.ts'
import { type Block, blocks, type Cell, fields, moment, strong } from '../output/layout.ts'
import type { Result } from '../result.ts'

/** An account for people. `partners`: connected accounts that are shown with their OID. */
export const showAccount = (account: Account, partners: readonly Account[] = []): Block =>
  fields({
    OID: strong(account.oid),
    Name: account.name,
    Id: account.id,
    Type: account.test ? `${account.type}, test account` : account.type,
    'E-mail': account.email,
    Language: account.defaultLang,
    'Time zone': account.timeZone,
    Colours: `${account.colors.primary} ${account.colors.secondary}`,
    Logo: account.logo,
    Roadbook: account.roadbook.paper,
    'Emergency phone': account.emergencyPhone,
    'iOS app': account.app.iosUrl,
    'Android app': account.app.androidUrl,
    'Connected with': account.connections
      .map((id) => partners.find((partner) => partner.id === id)?.oid ?? id)
      .join(', '),
    ...(account.suspension !== null && {
      Suspended: { text: `since ${moment(account.suspension.since)}: ${account.suspension.reason}`, style: 'bad' },
    }),
    Created: moment(account.createdAt),
    Changed: moment(account.updatedAt),
  })

/** Puts the secret on a separate line, so that it is easy to copy. */
export const showSecret = (title: string, secret: string, details: Readonly<Record<string, Cell>>): Block =>
  blocks(
    (paint) => paint('strong', title),
    (paint) => `  ${paint('good', secret)}`,
    fields(details),
  )

/** A result that lacks the data of some services is shown, with an exit code that says so. */
export const incompleteNote = (services: readonly ServiceName[]): Pick<Result, 'notes' | 'exitCode'> =>
  services.length === 0
    ? {}
    : { notes: [`Incomplete: ${services.join(', ')} did not respond.`], exitCode: exitCodes.unreachable }
