import type { Device } from '@guidebook/contracts'
import { fail } from '@guidebook/service-kit'
import { addAudit } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { lockRelease } from '../release/queries.ts'
import type { Release } from '../release/release.ts'
import { countDevices, insertDevice, type Registration, renameDevice } from './queries.ts'

/**
 * Gives the device a place, or finds the one that it has; `null` when the release has been revoked meanwhile. Throws 409
 * `device-limit-reached`. Where fewer devices are allowed than there were, those that are registered stay.
 */
export function registerDevice(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { account, link }: Pick<Release, 'account' | 'link'>,
  registration: Registration,
  requestId: string,
): Promise<{ device: Device; isNew: boolean } | null> {
  return database.transaction(async (trx) => {
    const full = await lockRelease(trx, account, link)
    if (full === null) return null
    const { release } = full
    const known = await renameDevice(trx, release, registration)
    if (known !== null) return { device: known, isNew: false }
    const registered = await countDevices(trx, release)
    if (registered >= release.devices) fail('device-limit-reached', limitReached(release.devices))
    const now = clock.now()
    const device = await insertDevice(trx, release, registration, now)
    const { id, name } = device
    await addAudit(trx, release, now, [
      {
        actor: 'traveller',
        action: 'device.registered',
        severity: 'info',
        message: `A device was registered, number ${registered + 1} of ${release.devices}.`,
        requestId,
        after: { id, name },
      },
    ])
    return { device, isNew: true }
  })
}

const limitReached = (devices: number) =>
  `The trip may be on ${devices} ${devices === 1 ? 'device' : 'devices'}, and no place is left. Whoever runs the trip can free one.`
