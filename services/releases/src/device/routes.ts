import { operations } from '@guidebook/contracts'
import {
  decodeCursor,
  etagOf,
  fail,
  nextLink,
  type OperationRequest,
  type Route,
  requireAccount,
  requireMatch,
  route,
  toPage,
} from '@guidebook/service-kit'
import { addAudit, auditRow } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { lockRelease } from '../release/queries.ts'
import { deleteDevice, listDevices, presentDevice } from './devices.ts'

/** For the operator, and for support on its behalf. */
export function deviceRoutes({ database, clock, findRelease }: Context): Route[] {
  return [
    route(operations.listDevices, (request) => list(request)),
    route(operations.listDevicesForSupport, (request) => list(request)),
    route(operations.removeDevice, (request) => remove(request, request.params.devices)),
    route(operations.removeDeviceForSupport, (request) => remove(request, request.params.device)),
  ]

  async function list(
    request: Pick<OperationRequest<typeof operations.listDevices>, 'identity' | 'params' | 'query' | 'raw'>,
  ) {
    const { account, release: link } = request.params
    const { limit = 50, cursor } = request.query
    requireAccount(request, account)
    const [after] = decodeCursor(cursor, ['uuid']) ?? [null]
    const release = await findRelease(account, link)
    // Travellers gave the names of their devices to the operator: the seller does not see them.
    if (release?.account !== account) return failReleaseMissing()
    const devices = await listDevices(database.knex, release, after, limit + 1)
    const page = toPage(devices, limit, ({ id }) => [id], presentDevice)
    return { status: 200, body: page, headers: nextLink(request, page.nextCursor) } as const
  }

  async function remove(
    request: Pick<OperationRequest, 'identity' | 'headers'> & { params: { account: string; release: string } },
    device: string,
  ) {
    const { account, release: link } = request.params
    requireAccount(request, account)
    await database.transaction(async (trx) => {
      const release = (await lockRelease(trx, account, link)) ?? failReleaseMissing()
      const removed =
        (await deleteDevice(trx, release, device)) ?? fail('not-found', 'The release has no device with this ID.')
      // A failure rolls the deletion back.
      requireMatch(request, etagOf(presentDevice(removed)))
      const { id, name } = removed
      const note = {
        actor: request.identity.actor,
        action: 'device.removed',
        message: 'A device was removed.',
      }
      await addAudit(trx, [auditRow(release, clock.now(), { ...note, before: { id, name } })])
    }, account)
    return { status: 204 } as const
  }
}
