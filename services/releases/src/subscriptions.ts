import type { Broker, Component } from '@guidebook/service-kit'
import { accountChanged } from './account/account-changed.ts'
import { completeBuild } from './builds/complete-build.ts'
import { failBuild } from './builds/fail-build.ts'
import { rebuildPlain } from './builds/rebuild-plain.ts'
import { reportProgress } from './builds/report-progress.ts'
import type { Context } from './context.ts'
import { createRequested } from './intake/create-requested.ts'

/** What this service listens to. */
export const subscriptions = (broker: Broker, context: Context): Component[] => [
  broker.subscribe('account.changed.v1', accountChanged(context)),
  broker.subscribe('guidebook.changed.v1', rebuildPlain(context), { concurrency: 2 }),
  broker.subscribe('build.progressed.v1', reportProgress(context)),
  broker.subscribe('build.completed.v1', completeBuild(context)),
  broker.subscribe('build.failed.v1', failBuild(context)),
  // As many as a statement may create together, and as many that wait for the next.
  broker.subscribe('release.create-requested.v1', createRequested(context), { concurrency: 32 }),
]
