import type { Knex } from 'knex'
import type { Context } from '../../context.ts'
import type { RowRow } from '../../generated/rows.ts'
import type { RowError } from '../../row/row-errors.ts'
import { rowStatuses } from '../read/record-queries.ts'

/** The outcome of a command. */
interface CommandOutcome {
  command: string
  status: Exclude<RowRow['status'], 'pending'>
  link: string | null
  errors: readonly RowError[]
}

/**
 * Records outcomes of commands. A repeated outcome changes nothing. A late success amends a row that has failed meanwhile, and a success is never
 * undone. Returns the commands without a row.
 */
export const settle = async (context: Context, outcomes: readonly CommandOutcome[]): Promise<string[]> => {
  const latest = new Map<string, CommandOutcome>()
  for (const outcome of outcomes) {
    const previous = latest.get(outcome.command)
    if (previous === undefined || previous.status === 'failed') latest.set(outcome.command, outcome)
  }
  const { known, decided } = await context.database.transaction((trx) => settleRows(trx, [...latest.values()]))
  context.wake.emit('commandsSettled')
  if (decided) context.wake.emit('runDecided')
  return [...latest.keys()].filter((command) => !known.has(command))
}

const settleRows = async (trx: Knex.Transaction, outcomes: readonly CommandOutcome[]) => {
  const commands = outcomes.map(({ command }) => command)
  // Runs are locked before rows, and in order, so that concurrent calls never deadlock.
  const { rows: concerned } = await trx.raw(
    `with concerned as (select command, run from rows where command = any(:commands::uuid[])),
     locked as (select id from runs where id in (select run from concerned) order by id for update)
     select command from concerned join locked on locked.id = concerned.run`,
    { commands },
  )
  const { rows: runs } = await trx.raw(settleSql, {
    commands,
    statuses: outcomes.map(({ status }) => status),
    links: outcomes.map(({ link }) => link),
    errors: outcomes.map(({ errors }) => JSON.stringify(errors)),
  })
  return {
    known: new Set<string>(concerned.map(({ command }: { command: string }) => command)),
    decided: runs.some(({ decided }: { decided: boolean }) => decided),
  }
}

const change = (status: string) => `${status} = runs.${status} + d.${status}`
const difference = (status: string) =>
  `count(*) filter (where after = '${status}') - count(*) filter (where before = '${status}') as ${status}`

/** A successful row keeps neither its request nor its cells. */
const settleSql = `
with outcome as (
  select * from unnest(:commands::uuid[], :statuses::text[], :links::text[], :errors::json[])
    as o(command, status, link, errors)
), settled as (
  update rows r set status = o.status, link = o.link, errors = o.errors, request = null,
    cells = case when o.status = 'failed' then r.cells end
  from outcome o join rows earlier on earlier.command = o.command
  where r.command = o.command
    and (earlier.status = 'pending' or (earlier.status = 'failed' and o.status <> 'failed'))
  returning r.run, earlier.status as before, r.status as after
), answered as (
  delete from unsettled_commands u using outcome o where u.command = o.command
), d as (
  select run, ${rowStatuses.map(difference).join(', ')} from settled group by run
)
update runs set ${rowStatuses.map(change).join(', ')} from d where runs.id = d.run
returning runs.state = 'processing' and runs.read_completely and runs.pending = 0 as decided`
