import { readAll } from '@guidebook/cli/admin/read-all'
import { type Account, operations } from '@guidebook/contracts'
import type { Report } from '../report.ts'
import { forgetDemonstration, readDemonstration } from '../state/description.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { type DemoSystem, supportOf } from './context.ts'
import { organisations } from './steps/accounts.ts'

type Support = ReturnType<typeof supportOf>

interface RemovalOptions {
  system: Pick<DemoSystem, 'adminUrl' | 'adminToken'>
  /** Holds the accounts of the demonstration. */
  folder: string
  report: Report
}

/**
 * Removes what all demonstrations made, also those that failed, as far as the API allows. Accounts, guidebooks and libraries cannot be deleted: their
 * Trip Links are closed and their accounts suspended, so nobody sees or changes them. The next demonstration creates other accounts.
 */
export async function removeDemonstration({ system, folder, report }: RemovalOptions): Promise<void> {
  const support = supportOf(system)
  let removed = 0
  for (const { id, name, suspension } of await demonstrationAccounts(support, folder)) {
    const closed = await closeTripLinks(support, id)
    // Removed before.
    if (suspension !== null && closed === 0) continue
    await support(operations.endAccountWebhook, { params: { account_id: id } })
    const body = { reason: 'The demonstration was removed.' }
    if (suspension === null) await support(operations.suspendAccount, { params: { account_id: id }, body })
    report(`  ${name}: ${closed} Trip Links closed, account suspended`)
    removed += 1
  }
  forgetDemonstration(folder)
  if (removed === 0) throw new UserFacingError('there is no demonstration to remove')
  report('the demonstration is removed')
}

/**
 * The accounts with the e-mail addresses of demonstrations, whose domain is reserved for tests, and those of the latest demonstration, whose addresses
 * may have been changed.
 */
async function demonstrationAccounts(support: Support, folder: string): Promise<Account[]> {
  const ids = readDemonstration(folder)?.accounts.map(({ id }) => id) ?? []
  const emails = Object.values(organisations).map(({ email }) => email)
  const accounts = await readAll((query) => support(operations.listAccounts, { query }))
  return accounts.filter(({ id, email }) => ids.includes(id) || emails.includes(email))
}

/** Closes the Trip Links of the releases that the account operates. Returns their number. */
async function closeTripLinks(support: Support, account: string): Promise<number> {
  const params = { account_id: account }
  const releases = await readAll((query) => support(operations.listReleasesForSupport, { params, query }))
  const open = releases.filter(({ provider, disabled }) => provider.id === account && !disabled)
  for (const { link } of open)
    await support(operations.setReleaseDisabledForSupport, { params: { account, release: link, flag: '1' } })
  return open.length
}
