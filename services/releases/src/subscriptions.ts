import type { MessageType } from '@guidebook/contracts'
import type { Broker, Component, MessageHandler } from '@guidebook/service-kit'
import { withKnownAccounts } from './account/accounts.ts'
import { completeBuild, failBuild, reportProgress } from './builds/build-messages.ts'
import { rebuildContent } from './builds/rebuild-content.ts'
import { rebuildGuidebook } from './builds/rebuild-guidebook.ts'
import type { Context } from './context.ts'
import { createRequested } from './intake/create-requested.ts'

/** The messages that this service consumes. */
export function subscriptions(broker: Broker, context: Context): Component[] {
  const { accounts } = context
  const knowing =
    <T extends MessageType>(handle: MessageHandler<T>): MessageHandler<T> =>
    (message, delivery) =>
      withKnownAccounts(accounts, () => handle(message, delivery))
  return [
    broker.subscribe('account.changed.v1', async (message, { once }) => {
      await once((trx) => accounts.remember(trx, message.data))
    }),
    broker.subscribe('guidebook.changed.v1', rebuildGuidebook(context), { concurrency: 2 }),
    broker.subscribe('content.changed.v1', rebuildContent(context), { concurrency: 2 }),
    broker.subscribe('build.progressed.v1', knowing(reportProgress)),
    broker.subscribe('build.completed.v1', knowing(completeBuild(context))),
    broker.subscribe('build.failed.v1', knowing(failBuild(context))),
    // As many as a statement may create together, and as many that wait for the next one.
    broker.subscribe('release.create-requested.v1', knowing(createRequested(context)), { concurrency: 32 }),
  ]
}
