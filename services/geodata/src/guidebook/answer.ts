import { etagOf } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { requireSize } from '../request/require-size.ts'
import type { GuidebookRow } from './guidebook-row.ts'
import { presentGuidebook } from './present.ts'
import { measureMembers, readMembers, readStages } from './queries.ts'

/** The body and entity tag of a response with the guidebook. Throws `payload-too-large`. */
export async function guidebookAnswer(db: Knex, row: GuidebookRow) {
  requireSize('names', (await measureMembers(db, row)).names)
  const body = presentGuidebook(row, await readStages(db, row), await readMembers(db, row))
  return { body, etag: etagOf(body) }
}
