/** Changes of a release by support, on behalf of its operator. The release's log names the admin token. */
import { operations, type ReleaseRecord } from '@guidebook/contracts'
import { readAll } from '../admin/read-all.ts'
import type { Session } from '../admin/session.ts'
import { option, positional } from '../arguments.ts'
import { changing, reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { type Cell, fields, moment, strong, table } from '../output/layout.ts'
import { findLiveRelease, releaseArguments } from './release-names.ts'
import { stateOf } from './show-release.ts'

const shown = (record: ReleaseRecord) =>
  fields({
    'Trip Link': strong(record.url),
    Title: record.bundleName,
    State: stateOf({ record, revokedAt: null }),
    Period: `${record.startdate} to ${record.enddate}`,
  })

export const extend = changing({
  summary: 'Change the release period: extend it, or open it earlier',
  args: {
    ...releaseArguments,
    until: option('day', 'New last day, such as 2026-08-31 (default: as it is)'),
    from: option('day', 'New first day (default: as it is)'),
  },
  repeatable: true,
  examples: ['guidebook release extend 20240001 --account ABC --until 2026-08-31'],
  async plan({ until, from, ...named }, session) {
    if (until === undefined && from === undefined) {
      throw new CommandError('usage', 'required-field', 'no day to change: add --until or --from')
    }
    const { params, record } = await findLiveRelease(session, named)
    const body = { start: from ?? record.startdate, end: until ?? record.enddate }
    const isSo = body.start === record.startdate && body.end === record.enddate
    const period = `${record.startdate} to ${record.enddate}`
    return {
      ...session.change(operations.setReleasePeriodForSupport, { params, body }, (changed) => ({
        show: shown(changed),
      })),
      notes: [
        isSo
          ? `The period is already ${period}: nothing changes.`
          : `The period is ${period}. The documents are built again.`,
      ],
    }
  },
})

const flagChange = (
  summary: string,
  name: 'disabled' | 'locked',
  flag: '0' | '1',
  confirm?: (record: ReleaseRecord) => string,
) => {
  const operation = {
    disabled: operations.setReleaseDisabledForSupport,
    locked: operations.setReleaseLockedForSupport,
  }[name]
  const verb = { disabled: ['enable', 'disable'], locked: ['unlock', 'lock'] }[name][Number(flag)]
  const state = { disabled: ['enabled', 'disabled'], locked: ['unlocked', 'locked'] }[name][Number(flag)]
  return changing({
    summary,
    args: releaseArguments,
    repeatable: true,
    ...(confirm && { confirms: true as const }),
    examples: [`guidebook release ${verb} 20240001 --account ABC`],
    async plan(named, session: Session) {
      const { params, record } = await findLiveRelease(session, named)
      const plan = session.change(operation, { params: { ...params, flag } }, (changed) => ({ show: shown(changed) }))
      const isSo = record[name] === (flag === '1')
      return {
        ...plan,
        notes: isSo ? [`The release is already ${state}: nothing changes.`] : [],
        ...(confirm && !isSo && { confirm: confirm(record) }),
      }
    },
  })
}

export const enable = flagChange('Enable a disabled release: its Trip Link works again', 'disabled', '0')
export const disable = flagChange(
  'Disable a release: its Trip Link says that the trip is not available at present',
  'disabled',
  '1',
  ({ bundleName }) => `Disable “${bundleName}”? Its travellers see that the trip is not available at present.`,
)
export const lock = flagChange('Lock a release: it works, but its operator cannot change it', 'locked', '1')
export const unlock = flagChange('Unlock a release: its operator can change it again', 'locked', '0')

const devicesOf = (session: Session, params: { account: string; release: string }) =>
  readAll((query) => session.read(operations.listDevicesForSupport, { params, query }))

export const devices = reading({
  summary: 'List the registered devices of a release',
  args: releaseArguments,
  examples: ['guidebook release devices 20240001 --account ABC'],
  async read(named, session) {
    const { params, record } = await findLiveRelease(session, named)
    const items = await devicesOf(session, params)
    const rows = items.map(({ name, registeredAt, id }): Cell[] => [name, moment(registeredAt), id])
    return {
      json: { items, nextCursor: null },
      show: rows.length === 0 ? 'No devices.' : table(['NAME', 'REGISTERED', 'ID'], rows),
      notes: [`${items.length} of ${record.devices} devices are registered.`],
    }
  },
})

export const freeDevice = changing({
  summary: 'Remove a device from a release, so that another can register',
  args: {
    ...releaseArguments,
    device: positional('Device, by its id or its name as in the list'),
  },
  confirms: true,
  examples: ['guidebook release free-device 20240001 "Anna’s phone" --account ABC'],
  async plan({ device: wanted, ...named }, session) {
    const { params, record } = await findLiveRelease(session, named)
    const items = await devicesOf(session, params)
    const found = items.filter(({ id, name }) => id === wanted || name === wanted)
    const [device, second] = found
    const hint = `"guidebook release devices ${record.link}" lists the devices.`
    if (device === undefined) {
      throw new CommandError('notFound', 'device-not-found', `the release has no device ${wanted}`, { hint })
    }
    if (second !== undefined) {
      throw new CommandError('usage', 'device-ambiguous', `${found.length} devices have the name ${wanted}`, { hint })
    }
    return {
      ...session.change(operations.removeDeviceForSupport, { params: { ...params, device: device.id } }, () => ({
        json: { removed: device },
        show: fields({
          Removed: device.name,
          Registered: moment(device.registeredAt),
          // The release may have more devices than it allows now.
          Free: Math.max(0, record.devices - items.length + 1),
        }),
      })),
      confirm: `Remove “${device.name}” from “${record.bundleName}”? The app on it can no longer load the trip.`,
    }
  },
})
