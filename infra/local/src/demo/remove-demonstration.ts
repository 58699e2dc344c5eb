import { CommandError } from '@guidebook/cli/admin'
import { operations } from '@guidebook/contracts'
import type { Report } from '../report.ts'
import { forgetDemonstration, readDemonstration } from '../state/description.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { type DemoSystem, supportOf } from './context.ts'

type Support = ReturnType<typeof supportOf>

interface RemovalOptions {
  system: Pick<DemoSystem, 'adminUrl' | 'adminToken'>
  /** Holds the accounts of the demonstration. */
  folder: string
  report: Report
}

/**
 * Removes what the demonstrations made, as far as the API allows. Accounts, guidebooks and libraries cannot be deleted: their Trip Links are
 * closed and their accounts suspended, so nobody sees or changes them. The next demonstration creates other accounts.
 */
export async function removeDemonstration({ system, folder, report }: RemovalOptions): Promise<void> {
  const demonstration = readDemonstration(folder)
  if (demonstration === null) throw new UserFacingError('there is no demonstration to remove')
  const support = supportOf(system)
  for (const { id, name } of demonstration.accounts) {
    if (!(await exists(support, id))) continue
    const closed = await closeTripLinks(support, id)
    await unlessMissing(support(operations.endAccountWebhook, { params: { account_id: id } }))
    const body = { reason: 'The demonstration was removed.' }
    await support(operations.suspendAccount, { params: { account_id: id }, body })
    report(`  ${name}: ${closed} Trip Links closed, account suspended`)
  }
  forgetDemonstration(folder)
  report('the demonstration is removed')
}

/** The database may have been emptied after the demonstration. */
const exists = async (support: Support, id: string): Promise<boolean> =>
  (await unlessMissing(support(operations.readAccountForSupport, { params: { account_id: id } }))) !== undefined

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CommandError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Closes the Trip Links of the releases that the account operates. Returns their number. */
async function closeTripLinks(support: Support, account: string): Promise<number> {
  let closed = 0
  let cursor: string | null = null
  do {
    const query: { limit: number; cursor?: string } = { limit: 200, ...(cursor !== null && { cursor }) }
    const page = await support(operations.listReleasesForSupport, { params: { account_id: account }, query })
    for (const { link, provider, disabled } of page.items) {
      if (provider.id !== account || disabled) continue
      await support(operations.setReleaseDisabledForSupport, { params: { account, release: link, flag: '1' } })
      closed += 1
    }
    cursor = page.nextCursor
  } while (cursor !== null)
  return closed
}
