import type { Database } from '@guidebook/service-kit'

/** Number of waiting mails by the step that they wait for. */
export interface Backlog {
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
