import { operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { findReferences } from '../reference/find-references.ts'

/** A reference that asks for a kind does not find an item of another. */
export const resolveReferences = ({ database }: Context): Route =>
  route(operations.resolveReferences, async (request) => {
    const { account, references } = request.body
    const found = await findReferences(database.knex, account, references)
    const results = found.map((item, index) => {
      const kind = references[index]?.kind
      return item !== null && (kind === undefined || kind === item.kind) ? item : null
    })
    return { status: 200 as const, body: { results } }
  })
