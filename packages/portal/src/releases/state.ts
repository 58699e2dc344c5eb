/** The state of a release. Days are in the account's time zone. */
import type { ReleaseRecord } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import type { Tone } from '../ui/badge.tsx'
import type { filterStates } from './filter.ts'

/** `on-tour`: the link is open, and today is a day of the trip, as the list's filter of that name finds it. */
export type ReleaseState = 'disabled' | 'upcoming' | 'active' | 'on-tour' | 'ended'
type Period = Pick<ReleaseRecord, 'startdate' | 'enddate' | 'arrivaldate' | 'departuredate' | 'disabled'>

export function stateOf(
  { startdate, enddate, arrivaldate, departuredate, disabled }: Period,
  today: string,
): ReleaseState {
  if (disabled) return 'disabled'
  if (today < startdate) return 'upcoming'
  if (today > enddate) return 'ended'
  // The period limits the trip where it has no days.
  const isOnTour = today >= (arrivaldate ?? startdate) && today <= (departuredate ?? enddate)
  return isOnTour ? 'on-tour' : 'active'
}

export const toneOf: Record<ReleaseState, Tone> = {
  upcoming: 'busy',
  active: 'good',
  'on-tour': 'good',
  ended: 'quiet',
  disabled: 'warning',
}

export const stateText = (state: ReleaseState, t: PortalTexts): string =>
  ({
    upcoming: t.stateUpcoming,
    active: t.stateActive,
    'on-tour': t.stateTour,
    ended: t.stateEnded,
    disabled: t.stateDisabled,
  })[state]

export function filterStateText(state: (typeof filterStates)[number], t: PortalTexts): string {
  if (state === 'building') return t.stateBuilding
  if (state === 'failed') return t.stateFailed
  return state === 'locked' ? t.locked : stateText(state, t)
}
