import { defineOperation } from '../operation.ts'
import { internalId } from '../schemas/identifiers.ts'
import { closed, pageOf } from '../schemas/shape.ts'
import { delivery, deliveryFilter, replayed, replayRange, webhook, webhookSecret } from '../schemas/webhook.ts'

const shared = { service: 'webhooks', audience: 'partner', tag: 'Webhook' } as const
const once = ['request-in-progress', 'idempotency-key-reused', 'webhook-not-configured'] as const

export const readWebhook = defineOperation({
  ...shared,
  id: 'readWebhook',
  method: 'GET',
  path: '/account/webhook',
  summary: 'Read the webhook of the account',
  description: 'The URL is set by support.',
  responses: { 200: { description: 'The webhook.', body: webhook } },
  errors: [],
})

export const listDeliveries = defineOperation({
  ...shared,
  id: 'listDeliveries',
  method: 'GET',
  path: '/account/webhook/deliveries',
  summary: 'List what was delivered, what waits and what failed',
  description: 'Of each answer the first 1,000 characters; one delivery read alone has up to 16 kB.',
  query: deliveryFilter,
  responses: { 200: { description: 'A page of deliveries, newest first.', body: pageOf(delivery) } },
  errors: [],
})

export const readDelivery = defineOperation({
  ...shared,
  id: 'readDelivery',
  method: 'GET',
  path: '/account/webhook/deliveries/{delivery_id}',
  summary: 'Read one delivery with the whole of what is kept of each answer',
  params: closed({ delivery_id: internalId }),
  responses: { 200: { description: 'The delivery.', body: delivery } },
  errors: [],
})

export const replayDelivery = defineOperation({
  ...shared,
  id: 'replayDelivery',
  method: 'POST',
  path: '/account/webhook/deliveries/{delivery_id}/replay',
  summary: 'Deliver again',
  params: closed({ delivery_id: internalId }),
  responses: { 202: { description: 'The delivery, pending again.', body: delivery } },
  errors: once,
})

export const replayDeliveries = defineOperation({
  ...shared,
  id: 'replayDeliveries',
  method: 'POST',
  path: '/account/webhook/deliveries/replay',
  summary: 'Deliver all failed ones again, or a range',
  description:
    'Each under its own `webhook-id`. The range is by the time deliveries were made, from `since`, before `until`; without a body all that failed. Pings are left out.',
  body: replayRange,
  bodyOptional: true,
  responses: { 202: { description: 'They wait to be delivered.', body: replayed } },
  errors: [...once, 'period-reversed'],
})

export const pingWebhook = defineOperation({
  ...shared,
  id: 'pingWebhook',
  method: 'POST',
  path: '/account/webhook/ping',
  summary: 'Send a sample record',
  description: 'The record has the `id` 0.',
  responses: { 202: { description: 'The delivery.', body: delivery } },
  errors: once,
})

export const rotateWebhookSecret = defineOperation({
  ...shared,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/account/webhook/secret',
  summary: 'Replace the secret that signs deliveries',
  description: 'For a while deliveries carry two signatures, one by each secret. The answer is shown once.',
  responses: { 200: { description: 'The new secret.', body: webhookSecret } },
  errors: [...once, 'secret-already-given'],
  secret: true,
})
