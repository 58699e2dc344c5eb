import type { Clock } from '@guidebook/service-kit'
import { describeFault, isPermanent } from '../../mailbox/fault.ts'

/** State of the mailbox as this replica knows it. */
export interface PollState {
  /** Whether this replica is the leader; only the leader knows the state of the mail server. */
  polls: boolean
  /** When this replica became the leader; if its attempts have failed since an earlier time, that time. */
  begun: Date
  lastSuccess: Date | null
  /** Mails on the server that are not fetched yet, at the last poll. */
  waitingOnServer: number
}

/** Time for a reconnection with its pauses, milliseconds. */
const graceMs = 60_000
/**
 * A replica that stands by for so long without a break forgets its failures: the leader reads. Of replicas that all fail, none leads for so long,
 * because an attempt ends within about two minutes, and after seven of them the pause is longer than the interval at which the others try.
 * Milliseconds.
 */
const longestFailingTurnMs = 20 * 60_000

/**
 * Records the results of polls. A leader is unhealthy when its last success, or `begun`, is older than two polls and a minute, and immediately
 * after a permanent fault. A replica that stands by is healthy.
 */
export const createPollRecord = ({ clock, pollMs }: { clock: Clock; pollMs: number }) => {
  const state: PollState = { polls: false, begun: clock.now(), lastSuccess: null, waitingOnServer: 0 }
  let fault: { reason: string; isPermanent: boolean } | null = null
  /** Since when all attempts of this replica have failed. It outlasts a standby: replicas that all fail take turns as the leader. */
  let failingSince: Date | null = null
  let standingBySince: Date | null = null
  let hasLock = false
  const isLate = () => clock.now().getTime() - (state.lastSuccess ?? state.begun).getTime() > 2 * pollMs + graceMs
  return {
    state,
    /** This replica has become the leader. */
    begin() {
      hasLock = true
      if (state.polls) return
      Object.assign(state, { polls: true, begun: failingSince ?? clock.now(), lastSuccess: null })
      standingBySince = null
    },
    /** The lock has been lost or released. */
    end() {
      hasLock = false
    },
    succeed(waitingOnServer: number) {
      Object.assign(state, { lastSuccess: clock.now(), waitingOnServer })
      fault = null
      failingSince = null
    },
    fail(error: unknown) {
      fault = { reason: describeFault(error), isPermanent: isPermanent(error) }
      // Without the lock no poll was attempted: the database failed.
      if (hasLock) failingSince ??= state.lastSuccess ?? state.begun
      hasLock = false
      standingBySince = null
    },
    /** Another replica is the leader. */
    standBy() {
      Object.assign(state, { polls: false, waitingOnServer: 0 })
      fault = null
      const now = clock.now()
      standingBySince ??= now
      if (now.getTime() - standingBySince.getTime() > longestFailingTurnMs) failingSince = null
    },
    async check() {
      if (!state.polls || !(isLate() || fault?.isPermanent)) return
      throw new Error(fault?.reason ?? `no successful poll since ${(state.lastSuccess ?? state.begun).toISOString()}`)
    },
  }
}
