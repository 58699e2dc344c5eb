/** For receivers of webhooks: verifies a delivery and returns its release record. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { ReleaseRecord } from './generated/types.ts'

export type { ReleaseRecord } from './generated/types.ts'
export { WebhookVerificationError }

/** Headers of `fetch` (`Headers`) or of Node (`request.headers`). */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Returns the release record of a delivery that one of the secrets signed within the last five minutes. Otherwise it throws a
 * WebhookVerificationError: respond with 401. `body` must have exactly the received bytes; a body that was parsed and serialized
 * again never verifies. Pass both secrets while one is being replaced. A delivery may arrive more than once, with the same
 * `webhook-id`; a `ping` has `id` 0.
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
): ReleaseRecord {
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const sent = signatureHeaders(headers)
  let failure: Error = new TypeError('verifyWebhook needs at least one secret')
  for (const secret of [secrets].flat()) {
    try {
      return new Webhook(secret).verify(text, sent) as ReleaseRecord
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      // It may be signed with another secret.
      failure = error
    }
  }
  throw failure
}

export type WebhookVerifier = (headers: WebhookHeaders, body: string | Uint8Array) => ReleaseRecord

/**
 * Returns `verifyWebhook` for these secrets. Throws a TypeError that does not repeat them when there is none, or when one is empty or no secret
 * of a webhook: a program with a wrong setting fails when it starts, not at its first delivery.
 */
export function createWebhookVerifier(secrets: string | readonly string[]): WebhookVerifier {
  const all = [secrets].flat()
  if (all.length === 0) throw new TypeError('a webhook verifier needs at least one secret')
  if (!all.every((secret) => /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)))
    throw new TypeError(
      'a secret of a webhook is whsec_ and Base64, with nothing before or after it; is the setting empty?',
    )
  return (headers, body) => verifyWebhook(all, headers, body)
}

function signatureHeaders(headers: WebhookHeaders): Record<string, string> {
  const sent = (name: string) => {
    if (headers instanceof Headers) return headers.get(name)
    const found = Object.keys(headers).find((key) => key.toLowerCase() === name)
    return found === undefined ? undefined : [headers[found]].flat().join(' ')
  }
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  return Object.fromEntries(names.map((name) => [name, sent(name) ?? '']))
}
