import { operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { findWrittenGuidebook } from '../guidebook/queries.ts'

export const findGuidebook = ({ database }: Context): Route =>
  route(operations.findGuidebook, async (request) => {
    const { account, customId } = request.query
    const row = await findWrittenGuidebook(database.knex, account, customId)
    const guidebook = row && {
      id: row.id,
      customId,
      titles: row.titles,
      version: row.version,
      hasCover: row.cover !== null,
    }
    return { status: 200 as const, body: { guidebook } }
  })
