/** Support's operations on the webhooks of accounts. */
import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { instant } from '../schemas/fields.ts'
import { accountId } from '../schemas/identifiers.ts'
import { closed, pageOf } from '../schemas/shape.ts'
import { delivery, deliveryFilter, replayed, replayRange, webhook, webhookUrl } from '../schemas/webhook.ts'
import { mebibytes } from './limits.ts'

const operation = operationsOf({
  service: 'webhooks',
  audience: 'admin',
  tag: 'Support',
  params: closed({ account_id: accountId }),
  bodyLimitBytes: mebibytes(1),
})

export const setAccountWebhook = operation('PUT /admin/accounts/{account_id}/webhook', {
  summary: 'Set the webhook of an account',
  body: closed({ url: webhookUrl }),
  responses: {
    200: { description: 'The secret that signs deliveries, shown only once.', body: closed({ secret: Type.String() }) },
  },
  errors: ['webhook-url-not-allowed', ...idempotencyErrors, 'secret-already-given'],
  secret: true,
})

export const endAccountWebhook = operation('DELETE /admin/accounts/{account_id}/webhook', {
  summary: 'End the webhook of an account',
  description:
    'Nothing is delivered any more. Pending deliveries fail; they can be sent to a webhook that is set later.',
  responses: { 204: { description: 'The account has no webhook.' } },
})

export const readAccountWebhook = operation('GET /admin/accounts/{account_id}/webhook', {
  summary: 'Read the webhook of an account',
  responses: { 200: { description: 'The webhook as the account sees it.', body: webhook } },
})

export const enableAccountWebhook = operation('POST /admin/accounts/{account_id}/webhook/enable', {
  summary: 'Enable a webhook again and recover missed deliveries',
  body: closed({ since: Type.Optional(instant) }),
  bodyOptional: true,
  responses: {
    200: { description: 'Number of deliveries that are queued again.', body: closed({ recovered: Type.Integer() }) },
  },
  errors: ['webhook-not-configured'],
})

export const pingAccountWebhook = operation('POST /admin/accounts/{account_id}/webhook/ping', {
  summary: 'Send a sample record to the webhook of an account',
  description: 'The record has the `id` 0. At most 200 pings are sent to an account in 24 hours.',
  responses: { 202: { description: 'The delivery.', body: delivery } },
  errors: ['webhook-not-configured', ...idempotencyErrors],
})

export const listAccountDeliveries = operation('GET /admin/accounts/{account_id}/webhook/deliveries', {
  summary: 'List the deliveries to an account',
  description: 'Each has its newest 20 attempts and 20 replays. A page of large responses is shorter than `limit`.',
  query: deliveryFilter,
  responses: { 200: { description: 'A page of deliveries, newest first.', body: pageOf(delivery) } },
})

export const replayAccountDeliveries = operation('POST /admin/accounts/{account_id}/webhook/replay', {
  summary: 'Send all failed deliveries of an account again, or a range',
  body: replayRange,
  bodyOptional: true,
  responses: { 202: { description: 'The deliveries are queued.', body: replayed } },
  errors: ['webhook-not-configured', 'period-reversed', ...idempotencyErrors],
})
