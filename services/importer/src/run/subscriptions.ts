import type { Broker, Component } from '@guidebook/service-kit'
import { readConfiguration } from '../configuration/queries.ts'
import type { Context } from '../context.ts'
import { finishRunIfDecided } from './finish-run.ts'
import { createRunQueries } from './queries.ts'
import { rowErrors } from './row-errors.ts'

/** What this service listens to. */
export const subscriptions = (broker: Broker, context: Context): Component[] => [
  broker.subscribe('release.create-settled.v1', async (message, { once, log }) => {
    const { account, commandId, status, link, faults } = message.data
    await once(async (trx) => {
      const configuration = await readConfiguration(trx, account)
      const run = await createRunQueries(trx).settleRow(commandId, {
        status,
        link,
        errors: rowErrors(faults, configuration),
      })
      if (run === null) log.warn({ commandId }, 'an outcome came for a row that is not known')
      else await finishRunIfDecided(context, trx, run)
    })
    context.wakeMailbox()
  }),

  broker.subscribe('account.changed.v1', async (message, { once }) => {
    await once((trx) => context.accounts.remember(trx, message.data))
  }),
]
