/** For the receiver of webhooks: checks a delivery and gives what it tells of. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { ReleaseRecord } from './generated/types.ts'

export type { ReleaseRecord } from './generated/types.ts'
export { WebhookVerificationError }

/** As `fetch` has them (`Headers`) or as Node has them (`request.headers`). */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The release record that a delivery carries, when one of the secrets signed it within the last five minutes; otherwise it throws a
 * WebhookVerificationError: answer 401. `body` is what came, byte for byte: a body that was parsed and written anew verifies
 * never. Give both secrets while one is being replaced. The same `webhook-id` may come more than once; a `ping` has `id` 0.
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
): ReleaseRecord {
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const sent = signatureHeaders(headers)
  let refusal: Error = new TypeError('a webhook is verified by a secret: none was given')
  for (const secret of [secrets].flat()) {
    try {
      return new Webhook(secret).verify(text, sent) as ReleaseRecord
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      // It may be signed with another of the secrets.
      refusal = error
    }
  }
  throw refusal
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
