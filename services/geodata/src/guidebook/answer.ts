import { etagOf } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { GuidebookRow } from './guidebook-row.ts'
import { presentGuidebook } from './present.ts'
import { readMembers, readStages } from './queries.ts'

/** A guidebook as it is answered, with its entity tag. */
export async function guidebookAnswer(db: Knex | Knex.Transaction, row: GuidebookRow) {
  const stages = await readStages(db, row)
  const members = await readMembers(db, row)
  const body = presentGuidebook(row, stages, members)
  return { body, etag: etagOf(body) }
}
