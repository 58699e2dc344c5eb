import { Readable } from 'node:stream'
import { operations } from '@guidebook/contracts'
import { constraintOf, fail, failWith, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { openCsv } from '../csv/read-csv.ts'
import { refuseUnreadable } from '../csv/refuse-unreadable.ts'
import { explainFor } from '../explanation.ts'
import { guessConfiguration } from './guess/guess-configuration.ts'
import { readConfiguration, storeConfiguration } from './queries.ts'

export const configurationRoutes = (context: Context): Route[] => [
  route(operations.setAccountImport, async (request) => {
    const { account_id: account } = request.params
    try {
      await context.database.transaction((trx) => storeConfiguration(trx, account, request.body, context.clock.now()))
    } catch (error) {
      if (constraintOf(error) !== 'import_senders_pkey') throw error
      const message = 'one of the addresses is the sender of another account'
      failWith('invalid-field', [{ pointer: '/senders', code: 'invalid-field', message, rule: 'sender-taken' }])
    }
    return { status: 200, body: request.body }
  }),

  route(operations.readAccountImport, async ({ params }) => {
    const configuration = await readConfiguration(context.database.knex, params.account_id)
    return { status: 200, body: configuration ?? fail('not-found') }
  }),

  route(operations.readImportConfiguration, async ({ identity }) => {
    const account = identity.account ?? fail('forbidden')
    return { status: 200, body: { configuration: await readConfiguration(context.database.knex, account) } }
  }),

  route(operations.guessAccountImport, async ({ params, query, body, headers }) => {
    const { email: sender } = (await context.accounts.find(params.account_id)) ?? fail('not-found')
    const explain = explainFor(headers)
    const guess = await refuseUnreadable(explain, async (deadline) => {
      const file = await openCsv(async () => Readable.from([body]), {}, deadline)
      return await guessConfiguration(file, { sender, library: query.library, explain })
    })
    return { status: 200, body: guess }
  }),
]
