import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportConfiguration, MessageData } from '@guidebook/contracts'
import { type Broker, batched, type Component, isUuid, meter } from '@guidebook/service-kit'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import { rowErrors } from '../../row/row-errors.ts'
import { settle } from './settle.ts'

type Settled = MessageData<'release.create-settled.v1'>

const statuses = ['created', 'changed', 'unchanged', 'failed'] as const satisfies readonly Settled['status'][]

/** Most outcomes handled at once, and recorded in one batch. */
const concurrency = 100
/** Pause after a partial batch so that outcomes accumulate under load; recording each alone costs several times as much. Milliseconds. */
const gatherMs = 20

/** The subscriptions of this service. */
export const subscriptions = (broker: Broker, context: Context): Component[] => {
  const settleOne = batched<Settled, boolean>({
    load: (outcomes) => settleAll(context, outcomes),
    largest: concurrency,
    atOnce: 1,
  })
  const settled = meter('importer').createCounter('importer_commands_settled', {
    description: 'Outcomes of commands by status; a repeated outcome is counted again',
  })
  for (const status of statuses) settled.add(0, { status })
  return [
    // Settling is idempotent, so it needs no inbox row.
    broker.subscribe(
      'release.create-settled.v1',
      async ({ data }, { log }) => {
        const isKnown = await settleOne(data)
        settled.add(1, { status: data.status })
        if (!isKnown) log.warn({ commandId: data.commandId }, 'outcome of an unknown command received')
      },
      { concurrency },
    ),

    broker.subscribe('account.changed.v1', async (message, { once }) => {
      await once((trx) => context.accounts.remember(trx, message.data))
    }),
  ]
}

/** Returns for each outcome whether its command has a row. */
const settleAll = async (context: Context, settled: readonly Settled[]): Promise<boolean[]> => {
  const wellFormed = settled.filter(({ commandId }) => isUuid(commandId))
  const failed = new Set(wellFormed.filter(({ faults }) => faults.length > 0).map(({ account }) => account))
  const configurations = new Map<string, ImportConfiguration | null>()
  for (const account of failed) configurations.set(account, await readConfiguration(context.database.knex, account))
  const outcomes = wellFormed.map(({ account, commandId: command, status, link, faults }) => {
    return { command, status, link, errors: rowErrors(faults, configurations.get(account) ?? null) }
  })
  const unknown = new Set(await settle(context, outcomes))
  if (settled.length < concurrency) await sleep(gatherMs)
  return settled.map(({ commandId }) => isUuid(commandId) && !unknown.has(commandId))
}
