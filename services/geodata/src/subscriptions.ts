import type { Broker, Component } from '@guidebook/service-kit'
import type { Context } from './context.ts'
import { emptyRevoked } from './internal/empty-revoked.ts'

/** The messages that this service consumes. */
export const subscriptions = (broker: Broker, { accounts }: Context): Component[] => [
  broker.subscribe('account.changed.v1', async (message, { once }) => {
    await once((trx) => accounts.remember(trx, message.data))
  }),
  broker.subscribe('release.revoked.v1', async (message, { once }) => {
    await once((trx) => emptyRevoked(trx, message.data))
  }),
]
