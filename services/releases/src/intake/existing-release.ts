import type { Fault, ReleaseRequest } from '@guidebook/contracts'
import { namesIn } from '../binding/bind-names.ts'
import { type Change, changes } from '../changes/apply-change.ts'
import type { CheckedRequest } from '../creation/check-request.ts'
import { guidebookFields, requestedFields } from '../creation/new-release.ts'
import { codeTakenFault, type findByCode } from '../download-code/codes.ts'
import { stayFaults } from '../release/period.ts'
import type { Release } from '../release/release.ts'

/** Of a command that was sent before another one about the same code, or a change of the release, which has succeeded. */
export const overtakenFault: Fault = {
  pointer: '/downloadCode',
  code: 'download-code-taken',
  message: 'This row is too old: a later row with this code was applied, or the release was created or changed later.',
}

type Found = NonNullable<Awaited<ReturnType<typeof findByCode>>>

export interface ExistingRelease {
  found: Found
  /** Null when the account only sells it, or when it has been revoked meanwhile. */
  release: Release | null
}

/**
 * What a row does to the release that has its code: a change, or the fault because of which it may not. The import and its preview ask the same.
 * `link`: the release, unless the account may not see it.
 */
export type Decision =
  | { status: 'failed'; fault: Fault; link: string | null }
  | { status: 'changed' | 'unchanged'; change: Change; release: Release; link: string }

export function decideExisting(
  { found, release }: ExistingRelease,
  request: ReleaseRequest,
  checked: CheckedRequest,
  onExistingCode: 'report' | 'change',
): Decision {
  const fault = refusal({ found, release }, onExistingCode)
  // The response does not reveal another account's release, which this account sells.
  if (release === null || found.role === 'seller')
    return { status: 'failed', fault: codeTakenFault('/downloadCode'), link: null }
  if (fault !== null) return { status: 'failed', fault, link: release.link }
  if (checked.reseller !== null && checked.reseller.id !== release.seller) {
    const message = 'The seller of a release stays as it was created.'
    return { status: 'failed', fault: { pointer: '/resellerOid', code: 'invalid-field', message }, link: release.link }
  }
  const change = changeByRequest(release, request, checked)
  return { status: changes(release, change) ? 'changed' : 'unchanged', change, release, link: release.link }
}

/** Why no row may change the release that has its code; null when one may. */
export function refusal({ found, release }: ExistingRelease, onExistingCode: 'report' | 'change'): Fault | null {
  if (release === null || found.role === 'seller' || onExistingCode === 'report') return codeTakenFault('/downloadCode')
  if (release.kind === 'on-demand') {
    const message = 'The code names an on-demand release, which is changed by its own request.'
    return { pointer: '/downloadCode', code: 'download-code-taken', message }
  }
  return release.locked ? { pointer: '', code: 'release-locked', message: 'The release is locked.' } : null
}

/** Everything that the request states, except codes and seller. What it does not state stays. */
function changeByRequest(release: Release, request: ReleaseRequest, { guidebook, bindings }: CheckedRequest): Change {
  const { accommodation, text, additionalAssets } = request
  // Imports repeat rows: what a row named before stays the same, whatever has the custom ID by now.
  const isNamed = release.source_guidebook === guidebook.id || release.source_custom_id === guidebook.customId
  const { customized, accommodation: stays, texts, assets, ...stated } = requestedFields(request)
  const kept = staysInside(release, stated)
  const fields = {
    ...stated,
    positioning: request.positioning ?? release.positioning,
    // A customized release stays customized: it has a copy of the guidebook.
    ...(customized ? { kind: 'customized' as const, customized } : {}),
    accommodation: accommodation === undefined ? kept : withStays(kept, stays),
    ...(text === undefined ? {} : { texts }),
    ...(additionalAssets === undefined ? {} : { assets }),
    ...(isNamed ? {} : guidebookFields(guidebook, request.lang, release.provider.defaultLang)),
  }
  const { accommodation: after, texts: pages, assets: others } = { ...release, ...fields }
  const named = namesIn({ accommodation: after, text: pages, asset: others })
  const message = 'An imported row changed the release.'
  const uses = ['accommodation', 'text', 'asset'] as const
  const rebinding = { uses, named, bindings, keepsNames: true }
  return { action: 'release.changed-by-import', message, fields, rebinding, rebuild: true }
}

type Stays = Release['accommodation']
type Days = Pick<Release, 'start_date' | 'end_date' | 'arrival_date' | 'departure_date'>

/**
 * The earlier stays that the days of a row leave valid. When the row moves the trip, those of other days belong to the earlier trip, so only stays
 * within the new one are kept; otherwise a stay may also be before or after the trip, within the period.
 */
function staysInside({ accommodation, ...earlier }: Release, days: Days): Stays {
  const isMoved = days.arrival_date !== earlier.arrival_date || days.departure_date !== earlier.departure_date
  const start = (isMoved ? days.arrival_date : null) ?? days.start_date
  const end = (isMoved ? days.departure_date : null) ?? days.end_date
  return accommodation.filter((stay) => stayFaults(stay, { start, end }, '').length === 0)
}

/** The stays of a row replace those that have a night in common with one of them; an empty cell of a hotel column removes none. */
function withStays(earlier: Stays, stated: Stays): Stays {
  const kept = earlier.filter((stay) => !stated.some((other) => sharesNight(stay, other)))
  return [...kept, ...stated].toSorted((one, other) => (one.arrivalDate ?? '').localeCompare(other.arrivalDate ?? ''))
}

/** A stay without dates is for the whole trip; one without a night counts as its day. */
const sharesNight = (one: Stays[number], other: Stays[number]): boolean =>
  startsBeforeEndOf(one, other) && startsBeforeEndOf(other, one)

const startsBeforeEndOf = ({ arrivalDate }: Stays[number], other: Stays[number]): boolean =>
  arrivalDate === null ||
  other.departureDate === null ||
  arrivalDate < other.departureDate ||
  arrivalDate === other.arrivalDate
