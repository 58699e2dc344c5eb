import type { Broker, Component } from '@guidebook/service-kit'
import type { Context } from './context.ts'

/** The messages that this service consumes. */
export const subscriptions = (broker: Broker, { accounts }: Context): Component[] => [
  broker.subscribe('account.changed.v1', async (message, { once }) => {
    await once((trx) => accounts.remember(trx, message.data))
  }),
]
