import { idempotencyErrors, operationsOf } from '../operation.ts'
import { internalId } from '../schemas/identifiers.ts'
import { closed, pageOf } from '../schemas/shape.ts'
import {
  delivery,
  deliveryDetail,
  deliveryFilter,
  replayed,
  replayRange,
  webhook,
  webhookSecret,
} from '../schemas/webhook.ts'

const operation = operationsOf({ service: 'webhooks', audience: 'partner', role: 'viewer', tag: 'Webhook' })
const once = [...idempotencyErrors, 'webhook-not-configured'] as const

export const readWebhook = operation('GET /account/webhook', {
  summary: 'Read the webhook of the account',
  description: 'Support sets the URL.',
  responses: { 200: { description: 'The webhook.', body: webhook } },
})

export const listDeliveries = operation('GET /account/webhook/deliveries', {
  summary: 'List deliveries',
  description:
    'With the first 1,000 characters of each response; a single delivery has up to 16 kB. Each has its newest 20 attempts and 20 replays. A page of large responses is shorter than `limit`.',
  query: deliveryFilter,
  responses: { 200: { description: 'A page of deliveries, newest first.', body: pageOf(delivery) } },
})

export const readDelivery = operation('GET /account/webhook/deliveries/{delivery_id}', {
  summary: 'Read a delivery with its request and the stored part of each response',
  description:
    'With up to 16 kB of each response. It has its newest 20 attempts and 20 replays. `request` is without `webhook-timestamp` and `webhook-signature`: each attempt has its own, and signatures are not stored.',
  params: closed({ delivery_id: internalId }),
  responses: { 200: { description: 'The delivery.', body: deliveryDetail } },
})

export const replayDelivery = operation('POST /account/webhook/deliveries/{delivery_id}/replay', {
  role: 'office',
  summary: 'Send a delivery again',
  description:
    'With the same `webhook-id` and body. It is attempted at once, with a new schedule; the newest 10 earlier attempts are kept. For a delivery that is still pending, this is not listed in `replays`.',
  params: closed({ delivery_id: internalId }),
  responses: { 202: { description: 'The delivery, pending again.', body: delivery, location: true } },
  errors: once,
})

export const replayDeliveries = operation('POST /account/webhook/deliveries/replay', {
  role: 'office',
  summary: 'Send all failed deliveries again, or a range',
  description:
    'Each under its own `webhook-id`. The range is by the time deliveries were made, from `since`, before `until`; without a body all that failed. Pings are left out. An account replays one range at a time. With very many deliveries the response may be 503 after a minute; the replay goes on.',
  body: replayRange,
  bodyOptional: true,
  responses: { 202: { description: 'The deliveries are queued.', body: replayed } },
  errors: [...once, 'period-reversed'],
})

export const pingWebhook = operation('POST /account/webhook/ping', {
  role: 'office',
  summary: 'Send a sample record',
  description: 'The record has the `id` 0. An account sends at most 200 pings in 24 hours.',
  responses: { 202: { description: 'The delivery.', body: delivery, location: true } },
  errors: once,
})

export const rotateWebhookSecret = operation('POST /account/webhook/secret', {
  role: 'admin',
  summary: 'Replace the secret that signs deliveries',
  description: 'For a while deliveries have two signatures, one with each secret. The new secret is shown only once.',
  responses: { 200: { description: 'The new secret.', body: webhookSecret } },
  errors: [...once, 'secret-already-given'],
  secret: true,
})
