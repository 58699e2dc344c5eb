/** The one event that the service sends: OpenAPI 3.1 `webhooks`. */
import { releaseRecord } from '../schemas/release-record.ts'
import type { Components } from './components.ts'
import { exampleOf } from './examples.ts'

const description = `
Sent once for every release that a connected operator shares with the account: when it is made, or when a change first names the account
as its seller. Support sets the URL; it must be https. The body is the release record and nothing else; use \`url\` as the traveller's
link, it stays current when the booking changes.

**Verify the signature** before you believe the body. The headers are those of [Standard Webhooks](https://www.standardwebhooks.com), so
any of its libraries will do:

\`\`\`js
import { Webhook } from 'standardwebhooks'

const release = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, headers)
\`\`\`

By hand: join \`webhook-id\`, \`webhook-timestamp\` and the body's bytes with dots, take HMAC-SHA256 with the secret (the Base64 behind
\`whsec_\`), and compare in constant time with the Base64 behind \`v1,\` of any of the signatures in \`webhook-signature\`; they are separated by
spaces, and there are two while a secret is being replaced. Refuse a timestamp that is more than five minutes off.

**Acknowledge** with any 2xx within 15 seconds, and do the work afterwards. Redirects are failures. The same \`webhook-id\` may come more than
once: treat it as one event.

**Repeats.** When an attempt fails the next one follows after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each a little stretched;
\`Retry-After\` is honoured up to a day. Then the delivery has failed; it stays visible and can be replayed. \`410\`, or five days of nothing but
failures, switch the webhook off, and the account is told by mail.

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
        content: { 'application/json': { schema: components.use(releaseRecord), example: exampleOf(releaseRecord) } },
      },
      responses: {
        '2XX': { description: 'Received. The body is not looked at.' },
        '410': { description: 'Send nothing more: the webhook is switched off.' },
        '503': { description: 'Come again; `Retry-After` is honoured.' },
      },
    },
  },
})
