import { operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { findWrittenGuidebooks } from '../guidebook/queries.ts'

export const findGuidebooks = ({ database }: Context): Route =>
  route(operations.findGuidebooks, async ({ body: { questions } }) => {
    const rows = await findWrittenGuidebooks(database.knex, questions)
    const results = questions.map(({ customId }, index) => {
      const row = rows[index]
      if (!row) return null
      return { id: row.id, customId, titles: row.titles, version: row.version }
    })
    return { status: 200 as const, body: { results } }
  })
