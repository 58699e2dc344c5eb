import { operations, schemas, type Webhook } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { accountArgument, definedFields } from '../arguments.ts'
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
      ['Paused until', moment(webhook.pausedUntil)],
      ['Secret created', moment(webhook.secretCreatedAt)],
      ['Previous secret valid until', moment(webhook.previousSecretValidUntil)],
    ],
    paint,
  )

function stateOf({ url, enabled, pausedUntil, disabledReason }: Webhook, paint: Paint) {
  if (url === null) return { text: 'not set', paint: paint.faint }
  if (enabled)
    return pausedUntil === null
      ? { text: 'enabled', paint: paint.good }
      : { text: 'enabled, failing', paint: paint.warning }
  return { text: `disabled: ${disabledReason ?? 'reason unknown'}`, paint: paint.bad }
}

const set = changing({
  summary: 'Set the address of the receiver and create the signing secret',
  args: {
    account: accountArgument,
    url: {
      type: 'positional',
      required: true,
      description: 'HTTPS address of the receiver',
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
      notes: before.url === null ? [] : [`It replaces ${before.url} and creates a new secret.`],
      async execute() {
        const { body } = await admin().send(change)
        return {
          json: body,
          text: (paint) => showSecret(`Webhook secret of ${oid}`, body.secret, [['Address', url]], paint),
          notes: ['The secret is shown only once. The account can replace it but not read it.'],
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
      notes: body.url !== null && !body.enabled ? [`Enable it again with "guidebook webhook enable ${oid}".`] : [],
    }
  },
})

const enable = changing({
  summary: 'Enable a webhook again, and send what it missed',
  args: {
    account: accountArgument,
    since: {
      type: 'string',
      valueHint: 'instant',
      description: 'Also send deliveries that failed since then, such as 2026-07-01T00:00:00Z',
    },
  },
  examples: ['guidebook webhook enable XYZ --since 2026-07-01T00:00:00Z'],
  async plan({ account, since }, { admin }) {
    const { id, oid } = await findAccount(admin(), account)
    const params = { account_id: id }
    const change = request(operations.enableAccountWebhook, { params, body: definedFields({ since }) })
    const { body: before } = await admin().read(operations.readAccountWebhook, { params })
    return {
      requests: [change],
      notes: [
        ...(before.url === null ? [`${oid} has no webhook. First run "guidebook webhook set ${oid} URL".`] : []),
        ...(before.enabled ? ['It is already enabled.'] : []),
      ],
      async execute() {
        const { body } = await admin().send(change)
        return {
          json: body,
          text: (paint) =>
            fields(
              [
                ['Account', oid],
                ['Webhook', { text: 'enabled', paint: paint.good }],
                ['Deliveries queued again', body.recovered],
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
