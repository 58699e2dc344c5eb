import type { BodyOf, Device, operations } from '@guidebook/contracts'
import { fail, isUuid, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { addAudit, auditRow } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import type { DeviceRow } from '../generated/rows.ts'
import { lockRelease } from '../release/queries.ts'
import type { ReleaseId, ReleaseRow } from '../release/release.ts'

export const presentDevice = ({ id, name, registered_at }: DeviceRow): Device => ({
  id,
  name,
  registeredAt: registered_at.toISOString(),
})

/**
 * Registers a device, or updates the name of a registered one; null when the release was revoked meanwhile. Throws 409 `device-limit-reached`.
 * Registered devices stay when the number of devices is reduced.
 */
export function registerDevice(
  { clock, database }: Context,
  { account, link }: ReleaseRow,
  { deviceId: device_id, name }: BodyOf<typeof operations.registerDevice>,
): Promise<{ device: Device; isNew: boolean } | null> {
  // Travellers need no key, so they do not use the operator's share of the connections.
  const owner = `travellers of ${account}`
  return database.transaction(async (trx) => {
    // Locked, so that no two devices take the last place.
    const release = await lockRelease(trx, account, link)
    if (release === null) return null
    const place = { account, release_id: release.id }
    const devices = () => trx<DeviceRow>('devices').where(place)
    const [known] = await devices().where({ device_id }).update({ name }).returning('*')
    if (known !== undefined) return { device: presentDevice(known), isNew: false }
    const [{ count = 0 } = {}] = await devices().count()
    const registered = Number(count)
    if (registered >= release.devices) fail('device-limit-reached', limitReached(release.devices))
    const now = clock.now()
    const row = { ...place, id: uuidv7(), device_id, name, registered_at: now }
    await trx('devices').insert(row)
    const note = {
      actor: 'traveller',
      action: 'device.registered',
      message: `A device was registered, number ${registered + 1} of ${release.devices}.`,
      after: { id: row.id, name },
    }
    await addAudit(trx, [auditRow(release, now, note)])
    return { device: presentDevice(row), isNew: true }
  }, owner)
}

const limitReached = (devices: number) =>
  `The trip may be on at most ${devices} ${devices === 1 ? 'device' : 'devices'}. Ask the tour operator to remove a device.`

export const isRegistered = async (db: Knex, { account, id }: ReleaseId, device_id: string): Promise<boolean> =>
  (await db('devices').where({ account, release_id: id, device_id }).first('id')) !== undefined

/** A page of a release's devices in the order of registration, after the device with the ID `after`. */
export const listDevices = (
  db: Knex,
  { account, id }: ReleaseId,
  after: string | null,
  limit: number,
): Promise<DeviceRow[]> =>
  db<DeviceRow>('devices')
    .where({ account, release_id: id })
    .modify((devices) => (after === null ? devices : devices.where('id', '>', after)))
    .orderBy('id')
    .limit(limit)

/** The number of a release's devices, and the newest of them, newest first. */
export async function newestDevices(
  db: Knex,
  { account, id }: ReleaseId,
  limit: number,
): Promise<{ count: number; newest: DeviceRow[] }> {
  const devices = () => db<DeviceRow>('devices').where({ account, release_id: id })
  const [newest, [counted]] = await Promise.all([devices().orderBy('id', 'desc').limit(limit), devices().count()])
  return { count: Number(counted?.count ?? 0), newest }
}

/** Returns the removed device; undefined when the release has none with this ID. */
export async function deleteDevice(
  trx: Knex.Transaction,
  { account, id }: ReleaseId,
  device: string,
): Promise<DeviceRow | undefined> {
  if (!isUuid(device)) return undefined
  const [row] = await trx<DeviceRow>('devices').where({ account, release_id: id, id: device }).delete('*')
  return row
}
