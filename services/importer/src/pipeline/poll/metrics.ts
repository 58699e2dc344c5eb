import { type Database, meter } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import type { PollState } from './poll-state.ts'

/** Reports the time of the last poll, and how many mails wait for how long. */
export const observeMailbox = ({ database, clock, log }: Context, state: Readonly<PollState>): void => {
  const importer = meter('importer')
  const gauge = (name: string, description: string, unit = '') =>
    importer.createObservableGauge(`importer_${name}`, { description, unit })
  const polls = gauge('mailbox_polls', '1 for the replica that polls the mailbox, 0 for one that stands by')
  const lastPoll = gauge(
    'mailbox_last_poll_age_seconds',
    'Since the last successful poll of the mailbox; only of the replica that polls',
    's',
  )
  const onServer = gauge(
    'mails_on_server',
    'Mails that the last poll found and that are not fetched yet; only of the replica that polls',
  )
  const waiting = gauge('mails_waiting', 'Mails by what they wait for: to be handled, to be filed, to be fetched again')
  const age = gauge('oldest_unhandled_mail_age_seconds', 'Age of the oldest mail that is not handled', 's')
  importer.addBatchObservableCallback(
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
        // Without the database these metrics are missing.
        log.debug({ err: error }, 'mails could not be counted')
      }
    },
    [polls, lastPoll, onServer, waiting, age],
  )
}

/** Number of waiting mails by the step that they wait for. */
interface Backlog {
  handling: number
  filing: number
  fetching: number
  /** Age of the oldest mail that is not yet fetched or handled, seconds; 0 without one. */
  oldest: number
}

export const readBacklog = async (database: Database, now: Date): Promise<Backlog> => {
  const { rows } = await database.knex.raw(
    `select handling, filing, fetching, coalesce(extract(epoch from :now - least(received, since)), 0)::float as oldest
     from (select count(*)::integer as handling, min(received_at) as received
           from mails where state in ('stored', 'processing')) as h,
       (select count(*)::integer as filing from mails m
        where filed_to is null and state not in ('stored', 'processing')
          and not exists (select from mails n where n.mailbox = m.mailbox and n.uid_validity > m.uid_validity)) as f,
       (select count(*)::integer as fetching, min(since) as since from unfetched_mails) as u`,
    { now },
  )
  return rows[0]
}
