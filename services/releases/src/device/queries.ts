import type { Device } from '@guidebook/contracts'
import { isUuid, prepared, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Release } from '../release/release.ts'

type Connection = Knex | Knex.Transaction
type OfRelease = Pick<Release, 'account' | 'id'>

interface DeviceRow {
  id: string
  name: string
  registered_at: Date
}

const toDevice = ({ id, name, registered_at }: DeviceRow): Device => ({
  id,
  name,
  registeredAt: registered_at.toISOString(),
})

/** What the app says of a device. */
export interface Registration {
  deviceId: string
  name: string
}

/** Gives a device that is registered already the name that it has now; null when it is not. */
export async function renameDevice(
  db: Connection,
  { account, id }: OfRelease,
  { deviceId, name }: Registration,
): Promise<Device | null> {
  const [row] = await prepared<DeviceRow>(
    db,
    'releases/device-rename',
    `UPDATE devices SET name = ? WHERE account = ? AND release_id = ? AND device_id = ?
     RETURNING id, name, registered_at`,
    [name, account, id, deviceId],
  )
  return row === undefined ? null : toDevice(row)
}

/** Of a release whose row is locked, so that no two devices take the last place. */
export async function countDevices(trx: Knex.Transaction, { account, id }: OfRelease): Promise<number> {
  const [row] = await prepared<{ count: number }>(
    trx,
    'releases/devices-count',
    'SELECT count(*)::integer AS count FROM devices WHERE account = ? AND release_id = ?',
    [account, id],
  )
  return row?.count ?? 0
}

export async function insertDevice(
  trx: Knex.Transaction,
  { account, id }: OfRelease,
  { deviceId, name }: Registration,
  now: Date,
): Promise<Device> {
  const row = { id: uuidv7(), name, registered_at: now }
  await trx('devices').insert({ ...row, account, release_id: id, device_id: deviceId })
  return toDevice(row)
}

export async function isRegistered(db: Connection, { account, id }: OfRelease, deviceId: string): Promise<boolean> {
  const rows = await prepared(
    db,
    'releases/device-known',
    'SELECT 1 FROM devices WHERE account = ? AND release_id = ? AND device_id = ?',
    [account, id, deviceId],
  )
  return rows.length > 0
}

/** A page of a release's devices, in the order in which they came, from behind the device `after`. */
export async function listDevices(
  db: Connection,
  { account, id }: OfRelease,
  { after, limit }: { after: string | null; limit: number },
): Promise<Device[]> {
  const rows = await prepared<DeviceRow>(
    db,
    'releases/devices',
    `SELECT id, name, registered_at FROM devices
      WHERE account = ? AND release_id = ? AND (?::uuid IS NULL OR id > ?::uuid)
      ORDER BY id LIMIT ?`,
    [account, id, after, after, limit],
  )
  return rows.map(toDevice)
}

/** Takes a device away; null when the release has none of that ID. */
export async function deleteDevice(
  trx: Knex.Transaction,
  { account, id }: OfRelease,
  device: string,
): Promise<Device | null> {
  if (!isUuid(device)) return null
  const [row] = await trx('devices')
    .where({ account, release_id: id, id: device })
    .delete(['id', 'name', 'registered_at'])
  return row === undefined ? null : toDevice(row)
}
