import type { Clock, HealthCheck } from '@guidebook/service-kit'
import { describeFault, isLasting } from '../../mailbox/fault.ts'

/** What this replica knows about the mailbox. */
export interface PollState {
  /** Whether this replica is the one that polls; only it can know how the mail server is. */
  polls: boolean
  lastSuccess: Date | null
  /** Mails that the last look found on the server and that are not fetched yet. */
  waitingOnServer: number
}

export interface PollRecord {
  state: Readonly<PollState>
  check: HealthCheck
  /** This replica polls from now on. */
  begin(): void
  succeed(waitingOnServer: number): void
  fail(error: unknown): void
  /** Another one polls, or may. */
  rest(): void
}

/** A reconnection with its pauses fits in here, milliseconds. */
const graceMs = 60_000

/**
 * Keeps what the last polls came to. Unhealthy is a poller whose last success, or its beginning, is older than two polls and a
 * minute, and at once one that fails for a reason which lasts. A replica that stands by knows nothing against the server.
 */
export const createPollRecord = ({ clock, pollMs }: { clock: Clock; pollMs: number }): PollRecord => {
  const state: PollState = { polls: false, lastSuccess: null, waitingOnServer: 0 }
  let fault: { reason: string; lasts: boolean } | null = null
  let begun = clock.now()
  const isLate = () => clock.now().getTime() - (state.lastSuccess ?? begun).getTime() > 2 * pollMs + graceMs
  return {
    state,
    begin() {
      if (state.polls) return
      begun = clock.now()
      Object.assign(state, { polls: true, lastSuccess: null })
    },
    succeed(waitingOnServer) {
      Object.assign(state, { lastSuccess: clock.now(), waitingOnServer })
      fault = null
    },
    fail(error) {
      fault = { reason: describeFault(error), lasts: isLasting(error) }
    },
    rest() {
      Object.assign(state, { polls: false, waitingOnServer: 0 })
      fault = null
    },
    check: {
      name: 'mailbox',
      check: async () => {
        if (!state.polls || !(isLate() || fault?.lasts)) return
        throw new Error(fault?.reason ?? `no look into the mailbox since ${(state.lastSuccess ?? begun).toISOString()}`)
      },
    },
  }
}
