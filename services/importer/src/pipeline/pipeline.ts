import type { Broker, Component, HealthCheck } from '@guidebook/service-kit'
import { type ImporterSettings, mailServer } from '../config.ts'
import type { Context } from '../context.ts'
import { createCommandSender } from './command/command-sender.ts'
import { createMailHandler } from './handle/mail-handler.ts'
import { createMailboxPoller } from './poll/mailbox-poller.ts'
import type { PollState } from './poll/poll-state.ts'
import { createFileReader } from './read/file-reader.ts'
import { createMailFinisher } from './report/mail-finisher.ts'
import { subscriptions } from './settle/subscriptions.ts'
import { createUnansweredLoop } from './settle/unanswered-commands.ts'

export interface Pipeline {
  components: readonly Component[]
  checks: readonly HealthCheck[]
  mailbox: Readonly<PollState>
}

/** Delays before the retries of a mail, a file or a report that failed, milliseconds; after the last it is given up. */
const defaultRetrySchedule: readonly number[] = [1_000, 5_000, 15_000, 30_000]

/**
 * The stages of an import, in the order in which a mail passes them. They share the database only: each stage claims the rows that the one before
 * has left, and every step may be repeated after a crash. See decision 0021.
 */
export const createPipeline = (
  context: Context,
  broker: Broker,
  settings: ImporterSettings,
  retrySchedule?: readonly number[],
): Pipeline => {
  const schedule = retrySchedule ?? defaultRetrySchedule
  // Fetches new mails; in the same IMAP session it files those that the last stage has decided.
  const poller = createMailboxPoller(context, settings, mailServer(settings), retrySchedule)
  const stages: Component[] = [
    poller,
    // Judges the sender and extracts the files.
    createMailHandler(context, schedule),
    // Reads the files into rows.
    createFileReader(context, { parallelism: settings.IMPORT_READERS, retrySchedule: schedule }),
    // Sends a command to releases for each row.
    createCommandSender(context, settings.IMPORT_UNSETTLED),
    // Settle the commands with their outcomes, or after a time without one.
    createUnansweredLoop(context),
    ...subscriptions(broker, context),
    // Ends the mail with a report to its sender.
    createMailFinisher(context, schedule),
  ]
  // Started from the last stage to the first, and stopped from the first to the last.
  return { components: stages.toReversed(), checks: poller.checks, mailbox: poller.state }
}
