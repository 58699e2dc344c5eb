import { createMailer, meter, type Overrides, type RunningService, startParts } from '@guidebook/service-kit'
import type { Lookup } from '@guidebook/service-kit/outbound'
import type { WebhooksConfig } from './config.ts'
import type { Context } from './context.ts'
import { createDispatcher } from './delivery/dispatcher.ts'
import { deliveryMetrics } from './delivery/metrics.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { createSender } from './delivery/send.ts'
import { endpointRoutes } from './endpoint/routes.ts'
import { createSecretBox } from './endpoint/secret-box.ts'
import { subscriptions } from './intake/subscriptions.ts'
import { migrateCommand, migrations, schema } from './schema.ts'

/** Starts the dispatcher of webhooks; `overrides` are for tests. */
export const startService = (
  config: WebhooksConfig,
  overrides: Overrides & { lookup?: Lookup } = {},
): Promise<RunningService> =>
  startParts({ service: 'webhooks', schema, migrations, migrateCommand }, config.settings, overrides, (parts) => {
    const { settings } = config
    const { database, clock, log } = parts
    const sender = createSender({
      admittedNetworks: config.destinations.admittedNetworks,
      ca: config.destinations.authorities,
      proxy: config.proxy,
      lookup: overrides.lookup,
      clock,
      timeoutMs: settings.WEBHOOK_TIMEOUT,
      // As many as concurrent attempts: accounts with webhooks at the same host must not wait for each other's sockets.
      connectionsPerReceiver: settings.WEBHOOK_CONCURRENCY,
    })
    const secrets = createSecretBox(config.secretsKey)
    const dispatcher = createDispatcher({
      database,
      clock,
      log,
      secrets,
      send: sender.send,
      concurrency: settings.WEBHOOK_CONCURRENCY,
      perEndpoint: settings.WEBHOOK_CONCURRENCY_PER_ENDPOINT,
      ratePerEndpoint: settings.WEBHOOK_RATE_PER_ENDPOINT,
      timeoutMs: settings.WEBHOOK_TIMEOUT,
      onAttempt: deliveryMetrics(meter('webhooks'), { database, clock, log }),
    })
    const context: Context = {
      database,
      clock,
      log,
      secrets,
      accounts: parts.accounts,
      destinations: config.destinations,
      secretOverlapMs: settings.WEBHOOK_SECRET_OVERLAP,
      wakeDispatcher: () => dispatcher.wake(),
    }
    return {
      routes: [...endpointRoutes(context), ...deliveryRoutes(context)],
      components: [
        { name: 'sender', stop: () => sender.close() },
        createMailer({ database, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log }),
        dispatcher,
        ...subscriptions(parts.broker, context),
      ],
    }
  })
