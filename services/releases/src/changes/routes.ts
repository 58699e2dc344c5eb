import { operations } from '@guidebook/contracts'
import {
  dayAt,
  emit,
  fail,
  idempotent,
  type OperationRequest,
  type Route,
  requireAccount,
  requireMatch,
  route,
  storedReply,
} from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { actorOfSeller } from '../audit/actor-of-seller.ts'
import { addAudit, auditedFields, auditRow } from '../audit/queries.ts'
import { bindNames, namesIn } from '../binding/bind-names.ts'
import type { Context } from '../context.ts'
import { deleteDocuments } from '../documents/queries.ts'
import { freeCodes, moveSellerCode, withSellerCode } from '../download-code/codes.ts'
import { failLocked, failReleaseMissing } from '../release/errors.ts'
import { recordReply, releaseEtag } from '../release/present.ts'
import { lockRelease, lockShared, updateRelease } from '../release/queries.ts'
import type { Release } from '../release/release.ts'
import { requireChangeable } from '../release/require-changeable.ts'
import { applyChange, type Change } from './apply-change.ts'
import * as changes from './decide-changes.ts'

type AnyOperation = (typeof operations)[keyof typeof operations]
type ChangeOperation =
  | Extract<AnyOperation, { tag: 'Changes to a release' }>
  | Extract<AnyOperation, { id: `setRelease${string}ForSupport` }>

const isOn = ({ params }: { params: { flag: '0' | '1' } }) => params.flag === '1'

/** Endpoints 9 to 16 of the interface specification, two flags of the same form, the seller's code, and the revocation. */
export function changeRoutes(context: Context): Route[] {
  return [
    changeRoute(operations.setReleaseDevices, (_, { params }) => changes.changeDevices(params.devices)),
    changeRoute(operations.setReleasePeriod, (release, { body }) => changes.changePeriod(release, body)),
    changeRoute(operations.setTripPeriod, (release, { body }) => changes.changeTripPeriod(release, body)),
    route(operations.replaceAccommodation, replaceAccommodation),
    changeRoute(operations.setReleaseLanguage, (_, { params }) => changes.changeLanguage(params.language)),
    changeRoute(operations.setAppChannel, (_, request) => changes.switchChannel('app', isOn(request))),
    changeRoute(operations.setPdfChannel, (_, request) => changes.switchChannel('pdf', isOn(request))),
    changeRoute(operations.setGpxChannel, (_, request) => changes.switchChannel('gpx', isOn(request))),
    // These two also change a locked release.
    changeRoute(operations.setReleaseDisabled, (_, request) => changes.disable(isOn(request)), {
      evenWhenLocked: true,
    }),
    changeRoute(operations.setReleaseLocked, (_, request) => changes.lock(isOn(request)), { evenWhenLocked: true }),
    changeRoute(operations.setReleasePeriodForSupport, (release, { body }) => changes.changePeriod(release, body)),
    changeRoute(operations.setReleaseDisabledForSupport, (_, request) => changes.disable(isOn(request)), {
      evenWhenLocked: true,
    }),
    changeRoute(operations.setReleaseLockedForSupport, (_, request) => changes.lock(isOn(request)), {
      evenWhenLocked: true,
    }),
    route(operations.setSellerCode, (request) =>
      withSellerCode(request.params.code, { operator: '/code', seller: '/code' }, (code) =>
        change(request, () => changes.changeSellerCode(code), { find: lockShared }),
      ),
    ),
    route(operations.revokeRelease, async (request) => {
      requireAccount(request, request.params.account)
      await context.database.transaction((trx) => revoke(trx, request), request.params.account)
      return { status: 204 }
    }),
  ]

  function changeRoute<const O extends ChangeOperation>(
    operation: O,
    decide: (release: Release, request: OperationRequest<O>) => Change,
    options?: { evenWhenLocked: true },
  ): Route {
    // The route is bound to this operation, so its requests are of this operation.
    return route(operation as ChangeOperation, (request) =>
      change(request, (release) => decide(release, request as OperationRequest<O>), options),
    )
  }

  /** The names are bound before the transaction; a repeat needs no other service. */
  async function replaceAccommodation(request: OperationRequest<typeof operations.replaceAccommodation>) {
    const { params, body } = request
    requireAccount(request, params.account)
    const answered = await storedReply(context.database, request)
    if (answered !== null) return answered
    const bindings = await bindNames(context.geodata, params.account, namesIn({ accommodation: body.assets }))
    return await change(request, (release) => changes.replaceAccommodation(release, body.assets, bindings))
  }

  /** Guard, decide, apply, respond. */
  async function change(
    request: OperationRequest<ChangeOperation>,
    decide: (release: Release) => Change,
    { find = lockRelease, evenWhenLocked = false } = {},
  ) {
    const { account, release: link } = request.params
    requireAccount(request, account)
    return await idempotent(context.database, request, async (trx) => {
      const release = (await find(trx, account, link)) ?? failReleaseMissing()
      requireMatch(request, releaseEtag(release))
      if (release.locked && !evenWhenLocked) failLocked()
      const actor =
        release.account === account
          ? request.identity.actor
          : actorOfSeller(request.identity.actor, release.reseller?.oid)
      const changed = await applyChange(trx, release, decide(release), actor, context.clock.now())
      await moveSellerCode(trx, release, changed)
      return recordReply(200, changed, context.publicUrl)
    })
  }

  /** Before the first day; 409 `release-started` after that. The codes are free again; the link says that the trip is withdrawn. */
  async function revoke(trx: Knex.Transaction, request: OperationRequest<typeof operations.revokeRelease>) {
    const { account, release: link } = request.params
    const release = (await lockRelease(trx, account, link)) ?? failReleaseMissing()
    requireChangeable(request, release)
    const now = context.clock.now()
    if (dayAt(now, release.provider.timeZone) >= release.start_date) fail('release-started')
    await updateRelease(trx, release, { revoked_at: now })
    await freeCodes(trx, release, ['operator', 'seller'])
    await deleteDocuments(trx, release)
    // Reports about builds of a revoked release are ignored, so the end of this one will not be stored.
    await trx('builds').where({ account: release.account, release_id: release.id, state: 'running' }).delete()
    const note = {
      actor: request.identity.actor,
      action: 'release.revoked',
      message: 'The release was revoked; its download codes are free again.',
      before: auditedFields(release, ['download_code', 'seller_download_code']),
    }
    await addAudit(trx, [auditRow(release, now, note)])
    // Nothing is generated for a plain release.
    if (release.kind === 'plain') return
    const { id, key, generation } = release
    await emit(trx, 'release.revoked.v1', { account: release.account, release: id, key, generation }, { subject: key })
  }
}
