import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Description } from './running-system.ts'

/** Work that no process can take, because it is locked or held. */
export interface WaitingWork extends AsyncDisposable {
  count: number
  seconds: number
}

const count = 3
const seconds = 600

/** Opens a client of a service's own schema, and rows that it removes at the end. */
const withRows = async (
  { databases }: Description,
  service: string,
  tables: readonly string[],
  add: (client: pg.Client, account: string) => Promise<unknown>,
): Promise<WaitingWork> => {
  const client = new pg.Client(databases[service])
  await client.connect()
  await client.query(`set search_path to ${service}`)
  const account = randomUUID()
  await add(client, account)
  return {
    count,
    seconds,
    async [Symbol.asyncDispose]() {
      for (const table of tables) await client.query(`delete from ${table} where account = $1`, [account])
      await client.query('commit')
      await client.end()
    },
  }
}

/** Builds that have been due for a while. The client locks them, so the builder skips them. */
export const waitBuilds = (system: Description): Promise<WaitingWork> =>
  withRows(system, 'builder', ['builds', 'turns'], async (client, account) => {
    const insert = `insert into builds (account, release, generation, link, kind, state, due_at)
      select $1, n, 1, 'link-' || n, 'plain', 'queued', now() + interval '1 hour' from generate_series(1, $2::integer) n`
    await client.query(insert, [account, count])
    const makeDue = `update builds set due_at = now() - $2 * interval '1 second' where account = $1 and state = 'queued'`
    // A worker may claim one between the commit and the lock: then it is put back.
    for (let locked = 0; locked < count; ) {
      await client.query(
        `update builds set state = 'queued', lease = null, lease_until = null, due_at = now() + interval '1 hour' where account = $1`,
        [account],
      )
      await client.query(makeDue, [account, seconds])
      await client.query('begin')
      const { rowCount } = await client.query(
        `select from builds where account = $1 and state = 'queued' for update skip locked`,
        [account],
      )
      locked = rowCount ?? 0
      if (locked < count) await client.query('rollback')
    }
  })

/** Deliveries that have been due for a while. Another dispatcher seems to hold them. */
export const waitDeliveries = (system: Description): Promise<WaitingWork> =>
  withRows(system, 'webhooks', ['deliveries', 'endpoints'], async (client, account) => {
    const endpoint = `insert into endpoints (account, url, secret, secret_created_at, created_at, updated_at)
      values ($1, 'https://localhost:9', '', now(), now(), now())`
    await client.query(endpoint, [account])
    await client.query(
      `insert into deliveries (id, account, webhook_id, kind, body, next_attempt_at, lease, leased_until, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'ping', '{}', now() - $3 * interval '1 second', gen_random_uuid(),
         now() + interval '1 hour', now() from generate_series(1, $2::integer)`,
      [account, count, seconds],
    )
  })

/** Commands that were sent a while ago and have no outcome. */
export const waitCommands = (system: Description): Promise<WaitingWork> =>
  withRows(system, 'importer', ['unsettled_commands'], (client, account) =>
    client.query(
      `insert into unsettled_commands (command, account, download_code, message, sent_at)
       select gen_random_uuid(), $1, n, gen_random_uuid(), now() - $3 * interval '1 second'
       from generate_series(1, $2::integer) n`,
      [account, count, seconds],
    ),
  )
