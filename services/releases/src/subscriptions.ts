import type { MessageType } from '@guidebook/contracts'
import type { Broker, Component, MessageHandler } from '@guidebook/service-kit'
import { withKnownAccounts } from './account/accounts.ts'
import { completeBuild, failBuild, reportProgress } from './builds/build-messages.ts'
import { rebuildContent } from './builds/rebuild-content.ts'
import { rebuildGuidebook } from './builds/rebuild-guidebook.ts'
import type { Context } from './context.ts'
import { createRequested } from './intake/create-requested.ts'
import { previewOf } from './previews/preview.ts'
import { completePreview, failPreview, reportPreviewProgress } from './previews/reports.ts'

/** Changes of one kind that are in progress at once: long ones of an account must not keep those of others in the queue. Most wait for a share. */
const changesAtOnce = 32

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
    broker.subscribe('guidebook.changed.v1', rebuildGuidebook(context), { concurrency: changesAtOnce }),
    broker.subscribe('content.changed.v1', rebuildContent(context), { concurrency: changesAtOnce }),
    broker.subscribe('build.progressed.v1', byLink(knowing(reportProgress(context)), reportPreviewProgress)),
    broker.subscribe('build.completed.v1', byLink(knowing(completeBuild(context)), completePreview(context))),
    broker.subscribe('build.failed.v1', byLink(knowing(failBuild(context)), failPreview(context))),
    // As many as a statement may create together, and as many that wait for the next one.
    broker.subscribe('release.create-requested.v1', knowing(createRequested(context)), { concurrency: 32 }),
  ]
}

type BuildReport = 'build.progressed.v1' | 'build.completed.v1' | 'build.failed.v1'

/** A report about a build of a release, or of a preview. */
const byLink =
  <T extends BuildReport>(ofRelease: MessageHandler<T>, ofPreview: MessageHandler<T>): MessageHandler<T> =>
  (message, delivery) =>
    (previewOf(message.data.link) === null ? ofRelease : ofPreview)(message, delivery)
