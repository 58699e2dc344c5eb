import { setTimeout as sleep } from 'node:timers/promises'
import type { MessageData } from '@guidebook/contracts'
import { type Broker, batched, type Component, isUuid } from '@guidebook/service-kit'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import { rowErrors } from '../../row/row-errors.ts'
import { type CommandOutcome, settle } from './settle.ts'

type Settled = MessageData<'release.create-settled.v1'>

/** Outcomes that are under way at once, and so at most written down together. */
const atOnce = 100
/** Rest after fewer: outcomes come by the handful, and writing down each of them alone would cost several times as much. */
const gatherMs = 20

/** What this service listens to. */
export const subscriptions = (broker: Broker, context: Context): Component[] => {
  const settleOne = batched<Settled, boolean>({
    load: (outcomes) => settleAll(context, outcomes),
    largest: atOnce,
    atOnce: 1,
  })
  return [
    // An outcome that comes twice changes nothing by itself, so that no note about messages is needed.
    broker.subscribe(
      'release.create-settled.v1',
      async ({ data }, { log }) => {
        if (!(await settleOne(data)))
          log.warn({ commandId: data.commandId }, 'an outcome came for a row that is not known')
      },
      { concurrency: atOnce },
    ),

    broker.subscribe('account.changed.v1', async (message, { once }) => {
      await once((trx) => context.accounts.remember(trx, message.data))
    }),
  ]
}

/** Answers of each whether a row asked for it. */
const settleAll = async (context: Context, settled: readonly Settled[]): Promise<boolean[]> => {
  const accounts = new Set(settled.filter(({ faults }) => faults.length > 0).map(({ account }) => account))
  const configurations = new Map<string, Awaited<ReturnType<typeof readConfiguration>>>()
  for (const account of accounts) configurations.set(account, await readConfiguration(context.database.knex, account))
  const outcomes = settled.map(
    ({ account, commandId, status, link, faults }): CommandOutcome => ({
      command: commandId,
      status,
      link,
      errors: rowErrors(faults, configurations.get(account) ?? null),
    }),
  )
  const ours = outcomes.filter(({ command }) => isUuid(command))
  const unknown = new Set(await settle(context, ours))
  if (settled.length < atOnce) await sleep(gatherMs)
  return settled.map(({ commandId }) => isUuid(commandId) && !unknown.has(commandId))
}
