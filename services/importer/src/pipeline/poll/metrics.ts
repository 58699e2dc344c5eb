import type { Clock, Database, Logger, Meter } from '@guidebook/service-kit'
import { readBacklog } from './backlog.ts'
import type { PollState } from './poll-state.ts'

/** Shows when the mailbox was last looked into, how much waits, and for how long. */
export const observeMailbox = (
  meter: Meter,
  { database, clock, log, state }: { database: Database; clock: Clock; log: Logger; state: Readonly<PollState> },
): void => {
  const polls = meter.createObservableGauge('importer_mailbox_polls', {
    description: '1 for the replica that polls the mailbox, 0 for one that stands by',
  })
  const lastPoll = meter.createObservableGauge('importer_mailbox_last_poll_age_seconds', {
    description: 'Since the last successful look into the mailbox; only of the replica that polls',
    unit: 's',
  })
  const onServer = meter.createObservableGauge('importer_mails_on_server', {
    description: 'Mails that the last look found and that are not fetched yet; only of the replica that polls',
  })
  const waiting = meter.createObservableGauge('importer_mails_waiting', {
    description: 'Mails by what they wait for: to be handled, to be filed, to be fetched again',
  })
  const age = meter.createObservableGauge('importer_oldest_unhandled_mail_age_seconds', {
    description: 'How long the mail that has waited longest for its end has waited',
    unit: 's',
  })
  meter.addBatchObservableCallback(
    async (result) => {
      const now = clock.now()
      result.observe(polls, state.polls ? 1 : 0)
      if (state.polls) {
        result.observe(onServer, state.waitingOnServer)
        if (state.lastSuccess !== null) result.observe(lastPoll, (now.getTime() - state.lastSuccess.getTime()) / 1000)
      }
      try {
        const { oldest, ...counts } = await readBacklog(database, now)
        result.observe(age, oldest)
        for (const [on, count] of Object.entries(counts)) result.observe(waiting, count, { on })
      } catch (error) {
        // Metrics of a database that is away are missing, which is what they should say.
        log.debug({ err: error }, 'mails could not be counted')
      }
    },
    [polls, lastPoll, onServer, waiting, age],
  )
}
