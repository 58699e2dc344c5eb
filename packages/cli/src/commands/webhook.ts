import { operations, schemas, type Webhook } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import { accountArgument, definedFields, option, positional } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { type Cell, fields, good, moment } from '../output/layout.ts'
import { listen } from '../webhook/listen.ts'
import { showSecret } from './show.ts'
import { deliveries, replay } from './webhook-deliveries.ts'

function stateOf({ url, enabled, pausedUntil, disabledReason }: Webhook): Cell {
  if (url === null) return { text: 'not set', style: 'faint' }
  if (!enabled) return { text: `disabled: ${disabledReason ?? 'reason unknown'}`, style: 'bad' }
  return pausedUntil === null ? good('enabled') : { text: 'enabled, failing', style: 'warning' }
}

const set = changing({
  summary: 'Set the address of the receiver and create the signing secret',
  args: { account: accountArgument, url: positional('HTTPS address of the receiver', { schema: schemas.webhookUrl }) },
  repeatable: true,
  examples: ['guidebook webhook set XYZ https://receiver.example/guidebook'],
  async plan({ account, url }, session) {
    const { id, oid } = await findAccount(session, account)
    const params = { account_id: id }
    const plan = session.change(operations.setAccountWebhook, { params, body: { url } }, ({ secret }) => ({
      show: showSecret(`Webhook secret of ${oid}`, secret, { Address: url }),
      notes: ['The secret is shown only once. The account can replace it but not read it.'],
    }))
    const before = await session.read(operations.readAccountWebhook, { params })
    return { ...plan, notes: before.url === null ? [] : [`It replaces ${before.url} and creates a new secret.`] }
  },
})

const show = reading({
  summary: 'Show the webhook of an account',
  args: { account: accountArgument },
  examples: ['guidebook webhook show XYZ'],
  async read({ account }, session) {
    const { id, oid } = await findAccount(session, account)
    const webhook = await session.read(operations.readAccountWebhook, { params: { account_id: id } })
    const isDisabled = webhook.url !== null && !webhook.enabled
    return {
      json: webhook,
      show: fields({
        Address: webhook.url,
        State: stateOf(webhook),
        'Failing since': moment(webhook.failingSince),
        'Paused until': moment(webhook.pausedUntil),
        'Secret created': moment(webhook.secretCreatedAt),
        'Previous secret valid until': moment(webhook.previousSecretValidUntil),
      }),
      notes: isDisabled ? [`Enable it again with "guidebook webhook enable ${oid}".`] : [],
    }
  },
})

const enable = changing({
  summary: 'Enable a webhook again, and send what it missed',
  args: {
    account: accountArgument,
    since: option('instant', 'Also send deliveries that failed since then, such as 2026-07-01T00:00:00Z'),
  },
  examples: ['guidebook webhook enable XYZ --since 2026-07-01T00:00:00Z'],
  async plan({ account, since }, session) {
    const { id, oid } = await findAccount(session, account)
    const params = { account_id: id }
    const body = definedFields({ since })
    const plan = session.change(operations.enableAccountWebhook, { params, body }, ({ recovered }) => ({
      show: fields({ Account: oid, Webhook: good('enabled'), 'Deliveries queued again': recovered }),
    }))
    const before = await session.read(operations.readAccountWebhook, { params })
    return {
      ...plan,
      notes: [
        ...(before.url === null ? [`${oid} has no webhook. First run "guidebook webhook set ${oid} URL".`] : []),
        ...(before.enabled ? ['It is already enabled.'] : []),
      ],
    }
  },
})

const ping = changing({
  summary: 'Send a sample record to the receiver',
  args: { account: accountArgument },
  repeatable: true,
  examples: ['guidebook webhook ping XYZ'],
  async plan({ account }, session) {
    const { id, oid } = await findAccount(session, account)
    const params = { account_id: id }
    const plan = session.change(operations.pingAccountWebhook, { params }, (delivery) => ({
      show: fields({ Account: oid, Delivery: delivery.webhookId, State: delivery.state }),
      notes: [`"guidebook webhook deliveries ${oid}" shows its result.`],
    }))
    const { enabled } = await session.read(operations.readAccountWebhook, { params })
    return { ...plan, notes: enabled ? [] : [`The webhook of ${oid} is not set or disabled.`] }
  },
})

const end = changing({
  summary: 'End the webhook of an account: nothing is sent to it any more',
  args: { account: accountArgument },
  confirms: true,
  examples: ['guidebook webhook end XYZ', 'guidebook webhook end XYZ --yes'],
  async plan({ account }, session) {
    const { id, oid, name } = await findAccount(session, account)
    const params = { account_id: id }
    const { url } = await session.read(operations.readAccountWebhook, { params })
    const plan = session.change(operations.endAccountWebhook, { params }, () => ({
      json: { account: id, url },
      show: fields({ Account: oid, Webhook: 'ended', ...(url !== null && { 'Former address': url }) }),
      notes: ['Deliveries that were pending have failed. They can be sent again when a webhook is set.'],
    }))
    return url === null
      ? { ...plan, notes: [`${oid} has no webhook.`] }
      : { ...plan, confirm: `End the webhook of ${oid} (${name}) at ${url}? Its secret is deleted.` }
  },
})

export const webhook = group('Webhooks: set, show, ping, enable, end, deliveries, replay, listen', {
  set,
  show,
  ping,
  enable,
  end,
  deliveries,
  replay,
  listen,
})
