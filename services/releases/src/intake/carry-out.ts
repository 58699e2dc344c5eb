import type { AccountProjection, Fault, MessageData, ReleaseRequest } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { applyChange, type Change } from '../changes/apply-change.ts'
import type { Context } from '../context.ts'
import type { CheckedRequest } from '../creation/check-request.ts'
import { createRelease } from '../creation/create-release.ts'
import { draftOf, guidebookFields, requestedFields } from '../creation/new-release.ts'
import { codeTakenFault, findByCode } from '../download-code/codes.ts'
import { lockRelease } from '../release/queries.ts'
import type { Release } from '../release/release.ts'

/** What became of a command, as reported to the importer. */
export type Outcome = MessageData<'release.create-settled.v1'>
type Settlement = Pick<Outcome, 'status' | 'link' | 'faults'>

export const failed = (faults: readonly Fault[], link: string | null = null): Settlement => ({
  status: 'failed',
  link,
  faults: [...faults],
})

/** A command whose request has no faults. `number` is for a release that has to be created. */
export interface CheckedCommand {
  operator: AccountProjection
  command: MessageData<'release.create-requested.v1'>
  checked: CheckedRequest
  number: number
}

/** Creates the requested release, or treats the release that has its code as the account wants. */
export async function carryOut(
  trx: Knex.Transaction,
  context: Context,
  { operator, command: { request, onExistingCode }, checked, number }: CheckedCommand,
  sellerCode: number,
): Promise<Settlement> {
  const existing = await findByCode(trx, operator.id, request.downloadCode)
  if (existing === null) {
    const draft = draftOf(operator, request, checked, { sellerCode, email: null })
    const { link } = await createRelease(trx, context, draft, number, 'importer')
    return { status: 'created', link, faults: [] }
  }

  const taken = codeTakenFault('/downloadCode')
  // The response does not reveal another account's release, which this account sells.
  if (existing.role === 'seller') return failed([taken])
  if (onExistingCode === 'report') return failed([taken], existing.link)
  const release = await lockRelease(trx, operator.id, existing.link)
  if (release === null) return failed([taken])
  const { change, fault } = changeByRequest(release, request, checked)
  if (change === undefined) return failed([fault], existing.link)
  const { revision } = await applyChange(trx, release, change, 'importer', context.clock.now())
  return { status: revision === release.revision ? 'unchanged' : 'changed', link: existing.link, faults: [] }
}

/** What a request changes of an existing release: everything except its codes and its seller. A fault when it may not. */
function changeByRequest(
  release: Release,
  request: ReleaseRequest,
  { guidebook, reseller }: CheckedRequest,
): { change: Change; fault?: undefined } | { change?: undefined; fault: Fault } {
  if (release.kind === 'on-demand') {
    const message = 'The code names an on-demand release, which is changed by its own request.'
    return { fault: { pointer: '/downloadCode', code: 'download-code-taken', message } }
  }
  if (release.locked) return { fault: { pointer: '', code: 'release-locked', message: 'The release is locked.' } }
  if (reseller !== null && reseller.id !== release.seller) {
    const message = 'The seller of a release stays as it was created.'
    return { fault: { pointer: '/resellerOid', code: 'invalid-field', message } }
  }
  const { customized, ...requested } = requestedFields(request)
  const fields = {
    ...requested,
    positioning: request.positioning ?? release.positioning,
    // A customized release stays customized: it has a copy of the guidebook.
    ...(customized ? { kind: 'customized' as const, customized } : {}),
    ...(release.source_guidebook === guidebook.id
      ? {}
      : guidebookFields(guidebook, request.lang, release.provider.defaultLang)),
  }
  const message = 'An imported row changed the release.'
  return { change: { action: 'release.changed-by-import', message, fields, rebuild: true } }
}
