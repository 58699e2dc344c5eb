import { type Broker, type Component, currentTraceparent, uuidv7 } from '@guidebook/service-kit'
import type { Context } from './context.ts'
import { createDeliveryQueries } from './delivery/queries.ts'

/** The subscriptions of this service. */
export const subscriptions = (broker: Broker, context: Context): Component[] => [
  broker.subscribe('release.shared.v1', async (message, { once, log }) => {
    const { account, record } = message.data
    const state = await once((trx) =>
      createDeliveryQueries(trx).enqueue(
        {
          id: uuidv7(),
          account,
          // From the message id, so that a repeated message cannot become a second delivery.
          webhookId: `msg_${message.id}`,
          kind: 'release.shared',
          release: record.link,
          body: JSON.stringify(record),
          traceparent: currentTraceparent(),
          occurredAt: message.time,
        },
        context.clock.now(),
      ),
    )
    if (state === 'pending') context.wakeDispatcher()
    else if (state === 'failed') context.countSettled(state)
    else if (state === null) log.info({ account }, 'nothing delivered, account has no webhook')
  }),

  broker.subscribe('account.changed.v1', async (message, { once }) => {
    await once((trx) => context.accounts.remember(trx, message.data))
  }),
]
