/** What support sets and sees of webhooks: the gateway knows the accounts, the service has the rest. */
import { operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { requireKnown } from './require-known.ts'
import { support } from './verifier.ts'

const setWebhook = (context: Context) =>
  route(operations.setAccountWebhook, async ({ params, body }) => {
    await requireKnown(context, params.account_id)
    const { body: answer } = await context.services.webhooks.call(operations.setWebhook, {
      params,
      body,
      identity: support,
    })
    return { status: 200, body: answer }
  })

const readWebhook = (context: Context) =>
  route(operations.readAccountWebhook, async ({ params }) => {
    await requireKnown(context, params.account_id)
    const identity = { ...support, account: params.account_id }
    const { body } = await context.services.webhooks.call(operations.readWebhook, { identity })
    return { status: 200, body }
  })

const enableWebhook = (context: Context) =>
  route(operations.enableAccountWebhook, async ({ params, body }) => {
    await requireKnown(context, params.account_id)
    const { body: answer } = await context.services.webhooks.call(operations.enableWebhook, {
      params,
      body,
      identity: support,
    })
    return { status: 200, body: answer }
  })

const listDeliveries = (context: Context) =>
  route(operations.listAccountDeliveries, async ({ params, query }) => {
    await requireKnown(context, params.account_id)
    const identity = { ...support, account: params.account_id }
    const { body } = await context.services.webhooks.call(operations.listDeliveries, { query, identity })
    return { status: 200, body }
  })

const replayDeliveries = (context: Context) =>
  route(operations.replayAccountDeliveries, async ({ params, body }) => {
    await requireKnown(context, params.account_id)
    const identity = { ...support, account: params.account_id }
    const answer = await context.services.webhooks.call(operations.replayDeliveries, { body, identity })
    return { status: 202, body: answer.body }
  })

export const webhookRoutes = (context: Context): Route[] => [
  setWebhook(context),
  readWebhook(context),
  enableWebhook(context),
  listDeliveries(context),
  replayDeliveries(context),
]
