import type { IncomingHttpHeaders } from 'node:http'
import type { ReleaseRecord } from '@guidebook/contracts'
import { type Webhook, WebhookVerificationError } from 'standardwebhooks'

/** What the signature says of a delivery: the record, or why it is not to be believed. */
export type Judgement = { record: ReleaseRecord } | { reason: string }

/** Judged by the bytes as they came: a body that was parsed and written anew verifies never. */
export function judge(verifier: Webhook, headers: IncomingHttpHeaders, body: Buffer): Judgement {
  try {
    const record: unknown = verifier.verify(body.toString('utf8'), headers as Record<string, string>)
    if (typeof record === 'object' && record !== null) return { record: record as ReleaseRecord }
    return { reason: 'signed, but no record' }
  } catch (error) {
    if (error instanceof SyntaxError) return { reason: 'signed, but not JSON' }
    if (!(error instanceof WebhookVerificationError)) throw error
    return { reason: reasons[error.message] ?? error.message }
  }
}

/** By what the package says, in words that lead further. */
const reasons: Readonly<Record<string, string>> = {
  'Missing required headers': 'webhook-id, webhook-timestamp or webhook-signature is missing',
  'Invalid Signature Headers': 'webhook-timestamp is no number',
  'Message timestamp too old': 'webhook-timestamp is more than five minutes old',
  'Message timestamp too new': 'webhook-timestamp is more than five minutes ahead',
  'No matching signature found': 'no signature fits: another secret, or a changed body',
}
