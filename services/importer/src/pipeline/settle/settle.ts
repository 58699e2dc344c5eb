import type { ImportRow } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { Context } from '../../context.ts'
import type { RowError } from '../../row/row-errors.ts'

/** What became of a command. */
export interface CommandOutcome {
  command: string
  status: Exclude<ImportRow['status'], 'pending'>
  link: string | null
  errors: readonly RowError[]
}

/**
 * Writes down what became of commands. An outcome that comes again changes nothing; a success that comes late amends a row that had
 * failed meanwhile, and is never taken back. Answers which of the commands no row asked for.
 */
export const settle = async (context: Context, outcomes: readonly CommandOutcome[]): Promise<string[]> => {
  const latest = new Map<string, CommandOutcome>()
  for (const outcome of outcomes) {
    const known = latest.get(outcome.command)
    if (known === undefined || known.status === 'failed') latest.set(outcome.command, outcome)
  }
  const { known, decided } = await context.database.transaction((trx) => settleRows(trx, [...latest.values()]))
  context.wakeCommander()
  if (decided) context.wakeFinisher()
  return [...latest.keys()].filter((command) => !known.has(command))
}

const settleRows = async (trx: Knex.Transaction, outcomes: readonly CommandOutcome[]) => {
  const commands = outcomes.map(({ command }) => command)
  // Runs before rows, and runs in order: so two that settle at once never wait for each other.
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
const statuses = ['pending', 'created', 'changed', 'unchanged', 'failed'] as const

/** Of a row that succeeded nothing is kept that it asked for or said. */
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
  select run, ${statuses.map(difference).join(', ')} from settled group by run
)
update runs set ${statuses.map(change).join(', ')} from d where runs.id = d.run
returning runs.state = 'processing' and runs.read_completely and runs.pending = 0 as decided`
