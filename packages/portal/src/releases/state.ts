/** The state of a release. Days are in the account's time zone. */
import type { ReleaseRecord } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import type { Tone } from '../ui/badge.tsx'
import type { filterStates } from './filter.ts'

/** `tour`: the link is open, and the traveller is on the way. */
export type ReleaseState = 'disabled' | 'upcoming' | 'active' | 'tour' | 'ended'
type Period = Pick<ReleaseRecord, 'startdate' | 'enddate' | 'arrivaldate' | 'departuredate' | 'disabled'>

export function stateOf(
  { startdate, enddate, arrivaldate, departuredate, disabled }: Period,
  today: string,
): ReleaseState {
  if (disabled) return 'disabled'
  if (today < startdate) return 'upcoming'
  if (today > enddate) return 'ended'
  const isOnTour = arrivaldate !== null && departuredate !== null && today >= arrivaldate && today <= departuredate
  return isOnTour ? 'tour' : 'active'
}

export const toneOf: Record<ReleaseState, Tone> = {
  upcoming: 'busy',
  active: 'good',
  tour: 'good',
  ended: 'quiet',
  disabled: 'warning',
}

export const stateText = (state: ReleaseState, t: PortalTexts): string =>
  ({
    upcoming: t.stateUpcoming,
    active: t.stateActive,
    tour: t.stateTour,
    ended: t.stateEnded,
    disabled: t.stateDisabled,
  })[state]

export const filterStateText = (state: (typeof filterStates)[number], t: PortalTexts): string =>
  state === 'failed' ? t.stateFailed : state === 'locked' ? t.locked : stateText(state, t)
