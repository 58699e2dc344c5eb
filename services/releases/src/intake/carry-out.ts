import { type AccountProjection, type Fault, type MessageData, schemas } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { applyChange } from '../changes/apply-change.ts'
import type { Context } from '../context.ts'
import type { CheckedRequest } from '../creation/check-request.ts'
import { createRelease } from '../creation/create-release.ts'
import { draftOf } from '../creation/new-release.ts'
import { findByCode } from '../download-code/codes.ts'
import { lockRelease } from '../release/queries.ts'
import { decideExisting, overtakenFault } from './existing-release.ts'
import { isOvertaken, type Outcome } from './settled-commands.ts'

export type Settlement = Pick<Outcome, 'status' | 'link' | 'faults'>

export const failed = (faults: readonly Fault[], link: string | null = null): Settlement => ({
  status: 'failed',
  link,
  faults: faults.map(schemas.toSentFault),
})

/** A command whose request has no faults. `number` is for a release that has to be created. */
export interface CheckedCommand {
  operator: AccountProjection
  command: MessageData<'release.create-requested.v1'>
  /** When the importer sent the command. */
  requestedAt: Date
  /** For the audit log. */
  actor: string
  checked: CheckedRequest
  number: number
}

/** Creates the requested release, or treats the release that has its code as the account wants. */
export async function carryOut(
  trx: Knex.Transaction,
  context: Context,
  { operator, command: { request, onExistingCode }, requestedAt, actor, checked, number }: CheckedCommand,
  sellerCode: number,
): Promise<Settlement> {
  const found = await findByCode(trx, operator.id, request.downloadCode)
  if (found === null) {
    const draft = draftOf(operator, request, checked, { sellerCode, email: null })
    const { link } = await createRelease(trx, context, { draft, bindings: checked.bindings, number }, actor)
    return { status: 'created', link, faults: [] }
  }

  const release = found.role === 'operator' ? await lockRelease(trx, operator.id, found.link) : null
  // Asked under the lock: a later command or change may have succeeded meanwhile. A row that may only create undoes no change.
  const changeable = onExistingCode === 'change' ? release : null
  const sent = { account: operator.id, downloadCode: request.downloadCode, requestedAt }
  if (await isOvertaken(trx, sent, context.clock.now(), changeable)) return failed([overtakenFault], release?.link)
  const decision = decideExisting({ found, release }, request, checked, onExistingCode)
  if (decision.status === 'failed') return failed([decision.fault], decision.link)
  const { status, change, link } = decision
  await applyChange(trx, decision.release, change, actor, context.clock.now())
  return { status, link, faults: [] }
}
