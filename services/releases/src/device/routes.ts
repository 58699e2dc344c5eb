import { operations } from '@guidebook/contracts'
import { decodeCursor, type Route, requireAccount, route, toPage } from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import { addAudit } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { nextLink } from '../release/next-link.ts'
import { lockRelease } from '../release/queries.ts'
import { deleteDevice, listDevices } from './queries.ts'

const list = (context: Context) =>
  route(operations.listDevices, async (request) => {
    const { account, release: link } = request.params
    const { limit = 50, cursor } = request.query
    requireAccount(request, account)
    const [after] = decodeCursor(cursor, ['uuid']) ?? [null]
    const full = await withKnownAccounts(context.accounts, () => context.releases.find(account, link))
    // Travellers gave their devices' names to the trip, which its operator runs: the seller need not see them.
    if (full === null || full.release.account !== account) return failReleaseMissing()
    const found = await listDevices(context.database.knex, full.release, { after, limit: limit + 1 })
    const page = toPage(
      found,
      limit,
      ({ id }) => [id],
      (device) => device,
    )
    return { status: 200, body: page, headers: nextLink(request.raw.url ?? '/', page.nextCursor) }
  })

const remove = (context: Context) =>
  route(operations.removeDevice, async (request) => {
    const { identity, params, requestId } = request
    requireAccount(request, params.account)
    await withKnownAccounts(context.accounts, () =>
      context.database.transaction(async (trx) => {
        const full = await lockRelease(trx, params.account, params.release)
        const device = full === null ? null : await deleteDevice(trx, full.release, params.devices)
        if (full === null || device === null) return failReleaseMissing()
        const { id, name } = device
        await addAudit(trx, full.release, context.clock.now(), [
          {
            actor: identity.actor,
            action: 'device.removed',
            severity: 'info',
            message: 'The place of a device was freed.',
            requestId,
            before: { id, name },
          },
        ])
      }),
    )
    return { status: 204 }
  })

export const deviceRoutes = (context: Context): Route[] => [list, remove].map((make) => make(context))
