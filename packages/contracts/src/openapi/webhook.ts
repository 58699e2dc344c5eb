/** The only event of the service: OpenAPI 3.1 `webhooks`. */
import { releaseRecord } from '../schemas/release-record.ts'
import type { Components } from './components.ts'
import { exampleOf } from './examples.ts'

const description = `
Sent once for every release that a connected operator shares with the account: when the release is created, or when a change first names
the account as its seller. Support sets the URL, which must be https. The body is only the release record. Use \`url\` as the traveller's
link: it stays current when the booking changes.

**Verify the signature** before you trust the body. The headers follow [Standard Webhooks](https://www.standardwebhooks.com), so
you can use any of its libraries:

\`\`\`js
import { Webhook } from 'standardwebhooks'

const release = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, headers)
\`\`\`

Without a library: join \`webhook-id\`, \`webhook-timestamp\` and the bytes of the body with dots, compute HMAC-SHA256 with the secret (the Base64
after \`whsec_\`), and compare it in constant time with the Base64 after \`v1,\` of each signature in \`webhook-signature\`. Signatures are separated
by spaces; there are two while a secret is being replaced. Refuse a timestamp that differs from now by more than five minutes.

**Acknowledge** with any 2xx within 15 seconds, and process the record afterwards. Redirects are failures. The same \`webhook-id\` may arrive more
than once: treat it as one event.

**Retries.** After a failed attempt the next ones follow after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, with jitter;
\`Retry-After\` is honoured up to a day. Then the delivery has failed; it stays visible and can be replayed. \`410\`, or five days with only
failures, disable the webhook; the account gets a mail.

Try it with \`POST /account/webhook/ping\`: the record then has the \`id\` 0.
`

const header = (name: string, text: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description: text,
  schema: { type: 'string' },
  example,
})

export const webhooks = (components: Components) => ({
  releaseShared: {
    post: {
      operationId: 'releaseShared',
      tags: ['Webhook'],
      summary: 'A release was shared with you',
      description,
      security: [],
      parameters: [
        header('webhook-id', 'Names the event; the same in every attempt.', 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'),
        header('webhook-timestamp', 'Time of the attempt, seconds since 1970.', '1782807300'),
        header('webhook-signature', 'One or more signatures.', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
        {
          name: 'traceparent',
          in: 'header',
          description: 'The trace of the request that shared the release (W3C Trace Context).',
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: components.received(releaseRecord), example: exampleOf(releaseRecord) },
        },
      },
      responses: {
        '2XX': { description: 'Received. The response body is ignored.' },
        '410': { description: 'Disables the webhook.' },
        '503': { description: 'Temporarily unavailable; `Retry-After` is honoured.' },
      },
    },
  },
})
