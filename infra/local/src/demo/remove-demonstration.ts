import { type Account, operations } from '@guidebook/contracts'
import type { Report } from '../report.ts'
import { forgetDemonstration } from '../state/description.ts'
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
  const accounts = await demonstrationAccounts(support)
  if (accounts.length === 0) throw new UserFacingError('there is no demonstration to remove')
  for (const { id, name } of accounts) {
    const closed = await closeTripLinks(support, id)
    await support(operations.endAccountWebhook, { params: { account_id: id } })
    const body = { reason: 'The demonstration was removed.' }
    await support(operations.suspendAccount, { params: { account_id: id }, body })
    report(`  ${name}: ${closed} Trip Links closed, account suspended`)
  }
  forgetDemonstration(folder)
  report('the demonstration is removed')
}

/** Only demonstrations use these e-mail addresses: their domain is reserved for tests. */
async function demonstrationAccounts(support: Support): Promise<Account[]> {
  const found: Account[] = []
  for (const { email } of Object.values(organisations)) {
    const named = await allPages((query) => support(operations.listAccounts, { query: { ...query, q: email } }))
    found.push(...named.filter((account) => account.email === email && account.suspension === null))
  }
  return found
}

/** Closes the Trip Links of the releases that the account operates. Returns their number. */
async function closeTripLinks(support: Support, account: string): Promise<number> {
  const params = { account_id: account }
  const releases = await allPages((query) => support(operations.listReleasesForSupport, { params, query }))
  const open = releases.filter(({ provider, disabled }) => provider.id === account && !disabled)
  for (const { link } of open)
    await support(operations.setReleaseDisabledForSupport, { params: { account, release: link, flag: '1' } })
  return open.length
}

interface Page<T> {
  items: readonly T[]
  nextCursor: string | null
}

async function allPages<T>(read: (query: { limit: number; cursor?: string }) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = []
  let cursor: string | null = null
  do {
    const page: Page<T> = await read({ limit: 200, ...(cursor !== null && { cursor }) })
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}
