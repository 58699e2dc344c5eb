import { createMailer, type Overrides, type RunningService, startParts } from '@guidebook/service-kit'
import type { Lookup } from '@guidebook/service-kit/outbound'
import type { WebhooksSettings } from './config.ts'
import type { Context } from './context.ts'
import { diagnosisRoutes } from './delivery/diagnosis.ts'
import { createDispatcher } from './delivery/dispatcher.ts'
import { createFailPendingLoop } from './delivery/fail-pending.ts'
import { deliveryFacts, settledCounter } from './delivery/metrics.ts'
import { deliveryRules } from './delivery/retention.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { createSender } from './delivery/send.ts'
import { endpointRoutes } from './endpoint/routes.ts'
import { createSecretBox } from './endpoint/secret-box.ts'
import { migrations } from './schema.ts'
import { subscriptions } from './subscriptions.ts'

/** Starts the dispatcher of webhooks; `overrides` are for tests. */
export const startService = (
  settings: WebhooksSettings,
  overrides: Overrides & { lookup?: Lookup } = {},
): Promise<RunningService> =>
  startParts({ service: 'webhooks', migrations }, settings, overrides, (parts) => {
    const { database, accounts, clock, log } = parts
    const sender = createSender({
      admittedNetworks: settings.WEBHOOK_ALLOWED_NETWORKS,
      ca: settings.WEBHOOK_CA_FILE,
      proxy: settings.WEBHOOK_PROXY_URL,
      lookup: overrides.lookup,
      clock,
      timeoutMs: settings.WEBHOOK_TIMEOUT,
      // As many as concurrent attempts: accounts with webhooks at the same host must not wait for each other's sockets.
      connectionsPerReceiver: settings.WEBHOOK_CONCURRENCY,
    })
    const secrets = createSecretBox(settings.WEBHOOK_SECRETS_KEY)
    const wakeDispatcher = () => dispatcher.wake()
    const countSettled = settledCounter()
    const context: Context = { database, accounts, clock, log, settings, secrets, wakeDispatcher, countSettled }
    const dispatcher = createDispatcher(context, sender.send)
    return {
      routes: [...endpointRoutes(context), ...deliveryRoutes(context), ...diagnosisRoutes(context)],
      components: [
        { name: 'sender', stop: () => sender.close() },
        createMailer({ database, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log }),
        createFailPendingLoop(context),
        dispatcher,
        ...subscriptions(parts.broker, context),
      ],
      retention: deliveryRules(settings),
      facts: [deliveryFacts(context)],
    }
  })
