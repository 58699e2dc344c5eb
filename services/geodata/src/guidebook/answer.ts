import { etagOf, ServiceError } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { GuidebookRow } from './guidebook-row.ts'
import { presentGuidebook } from './present.ts'
import { measureMembers, readMembers, readStages } from './queries.ts'

const mebibyte = 1024 * 1024

/** MiB of names in one answer: an item's names are repeated wherever the guidebook names it. */
const maxNamesMebibytes = 16

/** The body and entity tag of a response with the guidebook. Throws `payload-too-large`. */
export async function guidebookAnswer(db: Knex | Knex.Transaction, row: GuidebookRow) {
  if ((await measureMembers(db, row)).names > maxNamesMebibytes * mebibyte) {
    throw new ServiceError('payload-too-large', {
      detail: `The names of the guidebook's items have more than ${maxNamesMebibytes} MiB, each counted as often as it is named. Shorten names or name fewer items.`,
    })
  }
  const stages = await readStages(db, row)
  const members = await readMembers(db, row)
  const body = presentGuidebook(row, stages, members)
  return { body, etag: etagOf(body) }
}
