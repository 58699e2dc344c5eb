import { Webhook } from 'standardwebhooks'

/**
 * The headers of Standard Webhooks for one attempt: the delivery's id, this attempt's time, one signature per secret
 * (two while a secret is being rotated, so that a receiver with either one can verify).
 */
export const signedHeaders = (
  webhookId: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': webhookId,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(webhookId, at, body)).join(' '),
})
