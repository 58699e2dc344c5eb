import type { operations } from '@guidebook/contracts'
import {
  fail,
  idempotent,
  type OperationRequest,
  type Route,
  requireAccount,
  requireMatch,
  route,
} from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import type { Context } from '../context.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { lockRelease } from '../release/queries.ts'
import type { Release } from '../release/release.ts'
import { releaseEtag } from '../release/release-etag.ts'
import { recordReply } from '../release/reply.ts'
import { applyChange } from './apply-change.ts'
import type { Change } from './change.ts'

type ChangeOperation =
  | typeof operations.setReleaseDevices
  | typeof operations.setReleasePeriod
  | typeof operations.setTripPeriod
  | typeof operations.replaceAccommodation
  | typeof operations.setReleaseLanguage
  | typeof operations.setAppChannel
  | typeof operations.setPdfChannel
  | typeof operations.setGpxChannel
  | typeof operations.setReleaseDisabled
  | typeof operations.setReleaseLocked

/** What differs between two changes. */
interface Rule<O extends ChangeOperation> {
  /** The change that the request wants of the release; throws where a rule forbids it. Pure. */
  decide(release: Release, request: OperationRequest<O>): Change
  /** Locking keeps everything as it is but the flags about the release itself. */
  evenWhenLocked?: true
}

/** An operation that changes one thing of a release and answers its record: guard, decide, apply, present. */
export const changeRoute = <const O extends ChangeOperation>(context: Context, operation: O, rule: Rule<O>): Route =>
  route(operation as ChangeOperation, async (received) => {
    // The route is bound to this operation, so its requests are of this operation.
    const request = received as OperationRequest<O>
    const { account, release: link } = received.params
    requireAccount(received, account)
    return await withKnownAccounts(context.accounts, () =>
      idempotent(context.database, received, async (trx) => {
        const full = await lockRelease(trx, account, link)
        if (full === null) return failReleaseMissing()
        requireMatch(received, releaseEtag(full))
        if (full.release.locked && !rule.evenWhenLocked) return fail('release-locked', 'The release is locked.')
        const author = { actor: received.identity.actor, requestId: received.requestId }
        const change = rule.decide(full.release, request)
        return recordReply(200, await applyChange(trx, full, change, author, context.clock.now()), context.publicUrl)
      }),
    )
  })
