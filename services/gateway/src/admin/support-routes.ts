/** What support sets in other services: the gateway knows the accounts, the service has the rest. */
import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import { createAccountQueries } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { support } from './verifier.ts'

async function requireKnown({ database }: Context, account: string): Promise<void> {
  if ((await createAccountQueries(database.knex).find(account)) === null) fail('not-found')
}

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

const setImport = (context: Context) =>
  route(operations.setAccountImport, async ({ params, body }) => {
    await requireKnown(context, params.account_id)
    const { body: answer } = await context.services.importer.call(operations.setImport, {
      params,
      body,
      identity: support,
    })
    return { status: 200, body: answer }
  })

const readImport = (context: Context) =>
  route(operations.readAccountImport, async ({ params }) => {
    await requireKnown(context, params.account_id)
    const { body } = await context.services.importer.call(operations.readImportConfiguration, {
      params,
      identity: support,
    })
    return { status: 200, body: body.configuration ?? fail('not-found') }
  })

const releaseImport = ({ services }: Context) =>
  route(operations.releaseImport, async ({ params }) => {
    const { body } = await services.importer.call(operations.releaseQuarantined, { params, identity: support })
    return { status: 202, body }
  })

export const supportRoutes = (context: Context): Route[] => [
  setWebhook(context),
  readWebhook(context),
  enableWebhook(context),
  listDeliveries(context),
  replayDeliveries(context),
  setImport(context),
  readImport(context),
  releaseImport(context),
]
