import { operations, schemas, type Webhook } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { accountArgument, given } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { fields, moment } from '../output/layout.ts'
import { maskUrl } from '../output/mask.ts'
import type { Paint } from '../output/paint.ts'
import { showSecret } from './show-secret.ts'
import { deliveries, replay } from './webhook-deliveries.ts'
import { listen } from './webhook-listen.ts'

const showWebhook = (webhook: Webhook, paint: Paint): string =>
  fields(
    [
      ['Address', webhook.url],
      ['State', stateOf(webhook, paint)],
      ['Failing since', moment(webhook.failingSince)],
      ['Put off until', moment(webhook.pausedUntil)],
      ['Secret made', moment(webhook.secretCreatedAt)],
      ['Older secret until', moment(webhook.previousSecretValidUntil)],
    ],
    paint,
  )

function stateOf({ url, enabled, pausedUntil, disabledReason }: Webhook, paint: Paint) {
  if (url === null) return { text: 'not set', paint: paint.faint }
  if (enabled)
    return pausedUntil === null ? { text: 'on', paint: paint.good } : { text: 'on, failing', paint: paint.warning }
  return { text: `off: ${disabledReason ?? 'no reason known'}`, paint: paint.bad }
}

const set = changing({
  summary: 'Set where release records are sent; gives the secret that signs them',
  args: {
    account: accountArgument,
    url: {
      type: 'positional',
      required: true,
      description: 'Address of the receiver, https',
      schema: schemas.webhookUrl,
    },
  },
  examples: ['guidebook webhook set XYZ https://receiver.example/guidebook'],
  async plan(values, { admin }) {
    const { url } = values
    const { id, oid } = await findAccount(admin(), values.account)
    const params = { account_id: id }
    const change = {
      ...request(operations.setAccountWebhook, { params, body: { url } }),
      shownBody: { url: maskUrl(url) },
    }
    const { body: before } = await admin().read(operations.readAccountWebhook, { params })
    return {
      requests: [change],
      notes: before.url === null ? [] : [`It replaces ${before.url}; a new secret comes with it.`],
      async carryOut() {
        const { body } = await admin().send(change)
        return {
          json: body,
          text: (paint) => showSecret(`Webhook secret of ${oid}`, body.secret, [['Address', url]], paint),
          notes: ['The secret is shown this once; the account can replace it, not read it.'],
        }
      },
    }
  },
})

const show = reading({
  summary: 'Show the webhook of an account',
  args: { account: accountArgument },
  examples: ['guidebook webhook show XYZ'],
  async read(values, { admin }) {
    const { id, oid } = await findAccount(admin(), values.account)
    const { body } = await admin().read(operations.readAccountWebhook, { params: { account_id: id } })
    return {
      json: body,
      text: (paint) => showWebhook(body, paint),
      notes: body.url !== null && !body.enabled ? [`"guidebook webhook enable ${oid}" switches it on again.`] : [],
    }
  },
})

const enable = changing({
  summary: 'Switch a webhook on again, and send what it missed',
  args: {
    account: accountArgument,
    since: {
      type: 'string',
      valueHint: 'instant',
      description: 'Send what failed from then on, as 2026-07-01T00:00:00Z',
    },
  },
  examples: ['guidebook webhook enable XYZ --since 2026-07-01T00:00:00Z'],
  async plan({ account, since }, { admin }) {
    const { id, oid } = await findAccount(admin(), account)
    const params = { account_id: id }
    const change = request(operations.enableAccountWebhook, { params, body: given({ since }) })
    const { body: before } = await admin().read(operations.readAccountWebhook, { params })
    return {
      requests: [change],
      notes: [
        ...(before.url === null ? [`${oid} has no webhook: "guidebook webhook set ${oid} URL" comes first.`] : []),
        ...(before.enabled ? ['It is on already.'] : []),
      ],
      async carryOut() {
        const { body } = await admin().send(change)
        return {
          json: body,
          text: (paint) =>
            fields(
              [
                ['Account', oid],
                ['Webhook', { text: 'on', paint: paint.good }],
                ['Deliveries that wait again', body.recovered],
              ],
              paint,
            ),
        }
      },
    }
  },
})

export const webhook = group('Webhooks: set, show, enable, deliveries, replay, listen', {
  set,
  show,
  enable,
  deliveries,
  replay,
  listen,
})
