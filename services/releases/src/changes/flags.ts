import type { Release } from '../release/release.ts'
import type { Change } from './change.ts'

const channels = {
  app: { enabled: 'appEnabled', available: 'appAvailable', name: 'The app' },
  pdf: { enabled: 'pdfEnabled', available: 'pdfAvailable', name: 'The PDF roadbook' },
  gpx: { enabled: 'gpxEnabled', available: 'gpxAvailable', name: 'The GPX files' },
} as const

/** A channel on or off. What was never built, because its channel was off, is built when it is switched on. */
export function switchChannel(release: Release, channel: keyof typeof channels, on: boolean): Change {
  const { enabled, available, name } = channels[channel]
  return {
    action: on ? `${channel}.enabled` : `${channel}.disabled`,
    message: `${name} ${channel === 'gpx' ? 'are' : 'is'} switched ${on ? 'on' : 'off'}.`,
    fields: { [enabled]: on },
    rebuild: on && !release[available],
  }
}

/** A disabled release keeps everything, but its link leads to nothing. */
export const disable = (on: boolean): Change => ({
  action: on ? 'release.disabled' : 'release.enabled',
  message: on ? 'The release is disabled.' : 'The release is enabled again.',
  fields: { disabled: on },
  rebuild: false,
})

/** A locked release can be read but not changed. */
export const lock = (on: boolean): Change => ({
  action: on ? 'release.locked' : 'release.unlocked',
  message: on ? 'The release is locked against changes.' : 'The release can be changed again.',
  fields: { locked: on },
  rebuild: false,
})
