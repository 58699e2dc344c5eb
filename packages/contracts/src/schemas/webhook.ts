import { type Static, Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import examples from './examples.json' with { type: 'json' }
import { instant, webAddressRest } from './fields.ts'
import { internalId, releaseLink } from './identifiers.ts'
import { closed, nullable, oneOf, pageQuery } from './shape.ts'

export const webhookUrl = Type.String({
  pattern: `^https://${webAddressRest}$`,
  maxLength: 2000,
  fault: 'https-address' satisfies FieldRule,
  description: 'Address that receives release records.',
})

export const webhook = closed(
  {
    url: nullable(Type.String({ description: 'Set by support; null when there is none.' })),
    enabled: Type.Boolean(),
    disabledReason: nullable(Type.String()),
    pausedUntil: nullable({
      ...instant,
      description:
        'While the receiver fails, deliveries are paused until then and tried one at a time. Null when it works.',
    }),
    failingSince: nullable({
      ...instant,
      description:
        'Time since which every attempt has failed; null when the last one succeeded. A disabled webhook keeps it.',
    }),
    secretCreatedAt: nullable(instant),
    previousSecretValidUntil: nullable(instant),
  },
  { title: 'Webhook', examples: [examples.webhook] },
)
export type Webhook = Static<typeof webhook>

export const webhookSecret = closed(
  {
    secret: Type.String({ description: 'Shown only once; `whsec_` and Base64.' }),
    previousValidUntil: nullable(instant),
  },
  { title: 'WebhookSecret' },
)

const attempt = closed({
  at: instant,
  status: nullable(Type.Integer({ description: 'HTTP status; null when there was no response.' })),
  durationMs: Type.Integer({ minimum: 0 }),
  outcome: Type.String({ description: 'Outcome, e.g. `acknowledged`, `timeout`, `address-forbidden`.' }),
  response: nullable(
    Type.String({
      description: 'Beginning of the response body, at most 16 kB, without values that look like secrets.',
    }),
  ),
  reason: nullable(
    Type.String({ description: 'For people, in the language of `Accept-Language`: why there was no usable response.' }),
  ),
})

const replay = closed({ at: instant, actor: Type.String({ description: 'Who requested the replay.' }) })

/** Filter of a list of deliveries. */
export const deliveryFilter = closed({
  state: Type.Optional(oneOf(['pending', 'delivered', 'failed'])),
  release: Type.Optional(releaseLink),
  ...pageQuery,
})

/** Deliveries to send again. */
export const replayRange = closed(
  {
    state: Type.Optional(oneOf(['failed', 'delivered'], { description: '`failed` when absent.' })),
    since: Type.Optional(instant),
    until: Type.Optional(instant),
  },
  { examples: [{ state: 'failed', since: '2026-06-30T00:00:00.000Z' }] },
)
export type ReplayRange = Static<typeof replayRange>

export const replayed = closed({
  replayed: Type.Integer({ minimum: 0, description: 'Number of deliveries that are queued again.' }),
})

const deliveryFields = {
  id: internalId,
  webhookId: Type.String({ description: 'The header `webhook-id` of every attempt.' }),
  kind: oneOf(['release.shared', 'ping']),
  release: nullable(Type.String({ description: 'The release’s link.' })),
  state: oneOf(['pending', 'delivered', 'failed']),
  attempts: Type.Array(attempt),
  nextAttemptAt: nullable(instant),
  replays: Type.Array(replay),
  createdAt: instant,
}

export const delivery = closed(deliveryFields, { title: 'Delivery', examples: [examples.delivery] })
export type Delivery = Static<typeof delivery>

const request = closed(
  {
    method: Type.Literal('POST', { description: 'Always `POST`.' }),
    url: nullable(
      Type.String({
        description:
          'The current address of the webhook; earlier attempts may have had another one. Null when the account has no webhook.',
      }),
    ),
    headers: Type.Record(Type.String(), Type.String(), {
      description:
        'Content type, sender and ID: the same in every attempt. `webhook-timestamp` (the attempt’s `at` in seconds since 1970, rounded down) and `webhook-signature` differ and are not stored.',
    }),
    // A message between services has at most 1 MB, and a release record is a part of one.
    body: Type.String({
      description:
        'The body exactly as it is sent, JSON of less than 1 MB: the signature covers its bytes in UTF-8. Stored as long as the delivery.',
    }),
  },
  { description: 'The request that every attempt and replay sends.' },
)

export const deliveryDetail = closed(
  { ...deliveryFields, request },
  { title: 'DeliveryDetail', examples: [{ ...examples.delivery, request: examples.deliveryRequest }] },
)
export type DeliveryDetail = Static<typeof deliveryDetail>
