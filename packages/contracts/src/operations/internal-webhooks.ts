/** What the gateway asks webhooks on behalf of support. */
import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { instant } from '../schemas/fields.ts'
import { accountId } from '../schemas/identifiers.ts'
import { closed } from '../schemas/shape.ts'
import { webhookUrl } from '../schemas/webhook.ts'

const shared = { service: 'webhooks', audience: 'internal', tag: 'Internal', callers: ['gateway'] } as const
const params = closed({ account_id: accountId })

export const setWebhook = defineOperation({
  ...shared,
  id: 'setWebhook',
  method: 'PUT',
  path: '/internal/accounts/{account_id}/webhook',
  summary: 'Set the webhook of an account and make its secret',
  params,
  body: closed({ url: webhookUrl }),
  responses: { 200: { description: 'The secret.', body: closed({ secret: Type.String() }) } },
  errors: ['webhook-url-not-allowed'],
  secret: true,
})

export const enableWebhook = defineOperation({
  ...shared,
  id: 'enableWebhook',
  method: 'POST',
  path: '/internal/accounts/{account_id}/webhook/enable',
  summary: 'Switch a webhook on again and recover what was missed',
  params,
  body: closed({ since: Type.Optional(instant) }),
  responses: { 200: { description: 'How many deliveries wait again.', body: closed({ recovered: Type.Integer() }) } },
  errors: ['webhook-not-configured'],
})
