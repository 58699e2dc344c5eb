import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { presentLibrary } from './present.ts'
import { findLibrary } from './queries.ts'

/** The target of the `Location` of a new library, and the source of the entity tag for a change. */
export const readLibrary = ({ database }: Context): Route =>
  route(operations.readLibrary, async (request) => {
    const account = ownAccount(request, request.query.account)
    const row = (await findLibrary(database.knex, account, request.params.customId)) ?? fail('not-found')
    return { status: 200 as const, body: presentLibrary(row) }
  })
