import type { Broker, Component } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createCommandSender } from './command/command-sender.ts'
import { createMailHandler } from './handle/mail-handler.ts'
import { createMailboxPoller } from './poll/mailbox-poller.ts'
import { createFileReader } from './read/file-reader.ts'
import { createMailFinisher } from './report/mail-finisher.ts'
import { subscriptions } from './settle/subscriptions.ts'
import { createUnansweredLoop } from './settle/unanswered-commands.ts'

/**
 * The stages of an import, in the order in which a mail passes them. They share the database only: each stage claims the rows that the one before
 * has left, and every step may be repeated after a crash. See decision 0021.
 */
export const createPipeline = (context: Context, broker: Broker) => {
  // Fetches new mails; in the same IMAP session it files those that the last stage has decided.
  const poller = createMailboxPoller(context)
  const stages: Component[] = [
    poller,
    // Authenticates the sender and extracts the files.
    createMailHandler(context),
    // Reads the files into rows.
    createFileReader(context),
    // Sends a command to releases for each row.
    createCommandSender(context),
    // Settle the commands with their outcomes, or after a time without one.
    createUnansweredLoop(context, broker),
    ...subscriptions(broker, context),
    // Ends the mail with a report to its sender.
    createMailFinisher(context),
  ]
  // Started from the last stage to the first, and stopped from the first to the last.
  return { components: stages.toReversed(), checks: poller.checks }
}
