import type { BodyOf, operations } from '@guidebook/contracts'
import { failWithFaults } from '../release/errors.ts'
import { accommodationOf } from '../release/new-release.ts'
import { stayFaults } from '../release/period.ts'
import type { Release } from '../release/release.ts'
import type { Change } from './change.ts'

type Entries = BodyOf<typeof operations.replaceAccommodation>['assets']

/**
 * Other accommodations in the place of all there are. A plain release becomes a customized one; whether the library has them turns out
 * in the background, as with every customization.
 */
export function replaceAccommodation(release: Release, entries: Entries): Change {
  const period = { start: release.startDate, end: release.endDate }
  const faults = entries.flatMap((entry, i) => stayFaults(entry, period, `/assets/${i}`))
  if (faults.length > 0) failWithFaults(faults)
  return {
    action: 'accommodation.replaced',
    message: `The release has ${entries.length === 1 ? '1 accommodation' : `${entries.length} accommodations`} now.`,
    fields: {
      accommodation: entries.map(accommodationOf),
      ...(release.kind === 'plain' && entries.length > 0 ? { kind: 'customized', customized: true } : {}),
    },
    rebuild: true,
  }
}
