import { Webhook } from 'standardwebhooks'

/** The headers of a delivery that are the same in every attempt. */
export const fixedHeaders = (webhookId: string): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'guidebook-webhooks',
  'webhook-id': webhookId,
})

/**
 * The headers for one attempt, with those of Standard Webhooks: the delivery's id, this attempt's time, one signature per secret
 * (two while a secret is being rotated, so that a receiver with either one can verify).
 */
export const signedHeaders = (
  webhookId: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> => ({
  ...fixedHeaders(webhookId),
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(webhookId, at, body)).join(' '),
})
