import type { AccountProjection, Fault, MessageData } from '@guidebook/contracts'
import { currentRequestId } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { applyChange } from '../changes/apply-change.ts'
import type { Context } from '../context.ts'
import { findByCode } from '../download-code/claim.ts'
import { codeTakenFault } from '../download-code/errors.ts'
import type { CheckedRequest } from '../release/check-request.ts'
import { createRelease, draftOf } from '../release/create-release.ts'
import { lockRelease } from '../release/queries.ts'
import { changeByRequest } from './change-by-request.ts'
import type { Outcome } from './queries.ts'

export type Settlement = Pick<Outcome, 'status' | 'link' | 'faults'>

export const failed = (faults: readonly Fault[], link: string | null = null): Settlement => ({
  status: 'failed',
  link,
  faults: [...faults],
})

export interface CheckedCommand {
  operator: AccountProjection
  command: MessageData<'release.create-requested.v1'>
  checked: CheckedRequest
  /** For a release that has to be created. */
  number: number
  sellerCode: number
}

/** Creates the release that a good request asks for, or deals with the one that has its code as the account wants it. */
export async function carryOut(
  trx: Knex.Transaction,
  context: Pick<Context, 'clock' | 'publicUrl'>,
  { operator, command, checked, number, sellerCode }: CheckedCommand,
): Promise<Settlement> {
  const { request, onExistingCode } = command
  const author = { actor: 'importer', requestId: currentRequestId() }
  const existing = await findByCode(trx, operator.id, request.downloadCode)
  if (existing === null) {
    const draft = draftOf(operator, request, checked, { sellerCode, email: null })
    const parties = { provider: operator, seller: checked.seller }
    const { release } = await createRelease(trx, context, { draft, number, parties }, author)
    return { status: 'created', link: release.link, faults: [] }
  }

  const taken = codeTakenFault('/downloadCode')
  // A code that names a release of someone else, which this account sells, says nothing about that release.
  if (existing.role === 'seller') return failed([taken])
  if (onExistingCode === 'report') return failed([taken], existing.link)
  const full = await lockRelease(trx, operator.id, existing.link)
  if (full === null) return failed([taken])
  const { change, fault } = changeByRequest(full.release, request, checked, operator.defaultLang)
  if (change === undefined) return failed([fault], existing.link)
  const { release } = await applyChange(trx, full, change, author, context.clock.now())
  const status = release.revision === full.release.revision ? 'unchanged' : 'changed'
  return { status, link: existing.link, faults: [] }
}
