import type { IncomingHttpHeaders } from 'node:http'
import type { ReleaseRecord } from '@guidebook/contracts'
import { type Webhook, WebhookVerificationError } from 'standardwebhooks'

/** The verified record, or why verification failed. */
export type Verification = { record: ReleaseRecord } | { reason: string }

/** `body` must have exactly the received bytes: a body that was parsed and serialized again never verifies. */
export function verifyDelivery(verifier: Webhook, headers: IncomingHttpHeaders, body: Buffer): Verification {
  try {
    const record: unknown = verifier.verify(body.toString('utf8'), headers as Record<string, string>)
    if (typeof record === 'object' && record !== null) return { record: record as ReleaseRecord }
    return { reason: 'signed, but not a record' }
  } catch (error) {
    if (error instanceof SyntaxError) return { reason: 'signed, but not JSON' }
    if (!(error instanceof WebhookVerificationError)) throw error
    return { reason: reasons[error.message] ?? error.message }
  }
}

/** Clearer texts for messages of the package. */
const reasons: Readonly<Record<string, string>> = {
  'Missing required headers': 'webhook-id, webhook-timestamp or webhook-signature is missing',
  'Invalid Signature Headers': 'webhook-timestamp is not a number',
  'Message timestamp too old': 'webhook-timestamp is more than five minutes old',
  'Message timestamp too new': 'webhook-timestamp is more than five minutes ahead',
  'No matching signature found': 'no signature matches: another secret, or a changed body',
}
