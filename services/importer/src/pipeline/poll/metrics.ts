import { type Database, meter, type Observation, observeGauges } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { mailboxName } from '../../mailbox/connection.ts'
import { isSuspended } from '../suspended-account.ts'
import type { PollState } from './poll-state.ts'

/** Reports the time of the last poll, and how many mails wait for how long. */
export const observeMailbox = ({ database, clock, log, settings }: Context, state: Readonly<PollState>): void => {
  const importer = meter('importer')
  const gauge = (name: string, description: string, unit = '') =>
    importer.createObservableGauge(`importer_${name}`, { description, unit })
  const polls = gauge('mailbox_polls', '1 for the replica that polls the mailbox, 0 for one that stands by')
  const lastPoll = gauge(
    'mailbox_last_poll_age_seconds',
    'Since the last successful poll of the mailbox, or since the first attempt of the leader; only of the replica that polls',
    's',
  )
  const onServer = gauge(
    'mails_on_server',
    'Mails that the last poll found and that are not fetched yet; only of the replica that polls',
  )
  const waiting = gauge('mails_waiting', 'Mails by what they wait for: to be handled, to be filed, to be fetched again')
  const age = gauge('oldest_unhandled_mail_age_seconds', 'Age of the oldest mail that is not handled', 's')
  importer.addBatchObservableCallback(
    (result) => {
      result.observe(polls, state.polls ? 1 : 0)
      if (!state.polls) return
      result.observe(onServer, state.waitingOnServer)
      const since = state.lastSuccess ?? state.begun
      result.observe(lastPoll, (clock.now().getTime() - since.getTime()) / 1_000)
    },
    [polls, lastPoll, onServer],
  )
  observeGauges(importer, [waiting, age], log, async () => {
    const { oldest, ...counts } = await readBacklog(database, mailboxName(settings.IMAP_URL), clock.now())
    const waitingOn = Object.entries(counts).map(([on, count]): Observation => [waiting, count, { on }])
    return [[age, oldest], ...waitingOn]
  })
}

/** Number of waiting mails by the step that they wait for. */
interface Backlog {
  handling: number
  filing: number
  fetching: number
  /** Age of the oldest mail that is not yet fetched or handled, seconds; 0 without one. */
  oldest: number
}

/**
 * Fetched mails are handled, whatever their mailbox; those of a former mailbox are neither filed nor fetched again. Imports of a suspended account
 * wait for its reactivation, so they are not counted.
 */
export const readBacklog = async (database: Database, mailbox: string, now: Date): Promise<Backlog> => {
  const { rows } = await database.knex.raw(
    `select handling, filing, fetching, coalesce(extract(epoch from :now - least(received, since)), 0)::float as oldest
     from (select count(*)::integer as handling, min(received_at) as received
           from mails where state in ('stored', 'processing')
             and not (state = 'processing' and ${isSuspended('mails.account')})) as h,
       (select count(*)::integer as filing from mails m
        where filed_to is null and state not in ('stored', 'processing') and mailbox = :mailbox
          and not exists (select from mails n where n.mailbox = m.mailbox and n.uid_validity > m.uid_validity)) as f,
       (select count(*)::integer as fetching, min(since) as since from unfetched_mails where mailbox = :mailbox) as u`,
    { mailbox, now },
  )
  return rows[0]
}
