/** What the requests of endpoints 9 to 16 change of a release. Pure; a broken rule is thrown. */
import type { BodyOf, Fault, operations } from '@guidebook/contracts'
import { namesIn } from '../binding/bind-names.ts'
import type { Binding } from '../binding/bindings.ts'
import { accommodationOf } from '../creation/new-release.ts'
import { failWithFaults } from '../release/errors.ts'
import { periodFaults, stayFaults, staysFaults } from '../release/period.ts'
import type { Release } from '../release/release.ts'
import type { Change } from './apply-change.ts'

type Days = BodyOf<typeof operations.setReleasePeriod>

/** A new release period; the trip and every stay must be inside it. */
export function changePeriod(release: Release, { start, end }: Days): Change {
  const { arrival_date: arrival, departure_date: departure } = release
  // The request has only two days: a day outside the period is the fault of the end that it is beyond.
  const side = (day: string | null) => (day !== null && day < start ? '/start' : '/end')
  const faults = periodFaults(
    { start, end, arrival, departure },
    { start: '/start', end: '/end', arrival: side(arrival), departure: side(departure) },
  ).map(
    // Without the rule: what is wrong is the period, not the day.
    ({ pointer, code, message }): Fault =>
      code === 'trip-outside-period'
        ? { pointer, code, message: 'A day of the trip would lie outside.' }
        : { pointer, code, message },
  )
  if (start <= end) {
    for (const stay of release.accommodation) {
      for (const fault of stayFaults(stay, { start, end }, '')) {
        if (fault.code !== 'accommodation-outside-period') continue
        const day = fault.pointer === '/arrivalDate' ? stay.arrivalDate : stay.departureDate
        faults.push({ pointer: side(day), code: fault.code, message: stayOutside })
      }
    }
  }
  if (faults.length > 0) failWithFaults(distinct(faults))
  return {
    action: 'period.changed',
    message: `The release period is now ${start} to ${end}.`,
    fields: { start_date: start, end_date: end },
    rebuild: true,
  }
}

const stayOutside =
  'A stay would lie outside. To move a booking, first set days that include the old and the new ones, ' +
  'then change the stays and the days of the trip, then shorten the days of the link.'

const distinct = (faults: readonly Fault[]): Fault[] => [
  ...new Map(faults.map((fault) => [`${fault.pointer} ${fault.code}`, fault])).values(),
]

/** New days of arrival and departure, inside the release period. */
export function changeTripPeriod({ start_date, end_date }: Release, { start, end }: Days): Change {
  const faults = periodFaults(
    { start: start_date, end: end_date, arrival: start, departure: end },
    { start: '/start', end: '/end', arrival: '/start', departure: '/end' },
  )
  if (faults.length > 0) failWithFaults(faults)
  return {
    action: 'trip-period.changed',
    message: `The trip is now from ${start} to ${end}.`,
    fields: { arrival_date: start, departure_date: end },
    rebuild: true,
  }
}

/**
 * Replaces all accommodations. A plain release becomes a customized one. `bindings` are of those that the library has; the builder reports the
 * others later, as for every customization.
 */
export function replaceAccommodation(
  { start_date: start, end_date: end, kind }: Release,
  entries: BodyOf<typeof operations.replaceAccommodation>['assets'],
  bindings: readonly Binding[],
): Change {
  const faults = staysFaults(entries, { start, end }, '/assets')
  if (faults.length > 0) failWithFaults(faults)
  return {
    action: 'accommodation.replaced',
    message: `The release has ${entries.length === 1 ? '1 accommodation' : `${entries.length} accommodations`} now.`,
    fields: {
      accommodation: entries.map(accommodationOf),
      ...(kind === 'plain' && entries.length > 0 ? { kind: 'customized', customized: true } : {}),
    },
    rebinding: {
      uses: ['accommodation'],
      named: namesIn({ accommodation: entries }),
      bindings,
      keepsNames: false,
    },
    rebuild: true,
  }
}

const channels = {
  app: 'The app is',
  pdf: 'The PDF roadbook is',
  gpx: 'The GPX files are',
}

/** Switches a channel. Every build makes the files of all channels, but a roadbook has codes of the GPX files only while their channel is on. */
export const switchChannel = (channel: keyof typeof channels, on: boolean): Change => ({
  action: on ? `${channel}.enabled` : `${channel}.disabled`,
  message: `${channels[channel]} switched ${on ? 'on' : 'off'}.`,
  fields: { [`${channel}_enabled`]: on },
  rebuild: channel === 'gpx',
})

/** A disabled release keeps everything, but its link shows nothing. Enabled again, it is built: its content may have changed meanwhile. */
export const disable = (on: boolean): Change => ({
  action: on ? 'release.disabled' : 'release.enabled',
  message: on ? 'The release is disabled.' : 'The release is enabled again.',
  fields: { disabled: on },
  rebuild: !on,
})

/** A locked release can be read but not changed. */
export const lock = (on: boolean): Change => ({
  action: on ? 'release.locked' : 'release.unlocked',
  message: on ? 'The release is locked against changes.' : 'The release can be changed again.',
  fields: { locked: on },
  rebuild: false,
})

export const changeDevices = (devices: number): Change => ({
  action: 'devices.changed',
  message: `The release is for ${devices} devices now.`,
  fields: { devices },
  rebuild: false,
})

export const changeLanguage = (lang: string): Change => ({
  action: 'language.changed',
  message: `The language is ${lang} now.`,
  fields: { lang },
  rebuild: true,
})

/** The only change that the seller may make. The roadbook shows the code. */
export const changeSellerCode = (code: number): Change => ({
  action: 'seller-code.changed',
  message: `The seller's download code is ${code} now.`,
  fields: { seller_download_code: code },
  rebuild: true,
})
