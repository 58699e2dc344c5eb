import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StepContext } from '../step.ts'
import { type Account, accountFor, describeAccount } from './account-for.ts'
import { type Load, startLoad } from './load.ts'
import { describeComposition } from './target.ts'

/** Does the work while the system is used, and accounts for everything after it. Throws when something is lost or doubled. */
export async function withLoad(
  { system, report }: Pick<StepContext, 'system' | 'report'>,
  work: (load: Load) => Promise<unknown>,
): Promise<Account> {
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-containers-'))
  let load: Load | undefined
  try {
    load = await startLoad(await describeComposition(system, folder))
    await work(load)
    await load.stop()
    const account = await accountFor(load)
    for (const { at, request, reason } of load.requests.failures) report(`    failed at ${at}: ${request}: ${reason}`)
    for (const one of account.lost) report(`    lost: ${one}`)
    for (const one of account.doubled) report(`    doubled: ${one}`)
    if (account.lost.length + account.doubled.length > 0) throw new Error(describeAccount(account))
    return account
  } finally {
    await load?.ledger.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
