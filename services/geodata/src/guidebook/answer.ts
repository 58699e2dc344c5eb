import { randomUUID } from 'node:crypto'
import { etagOf } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { isWithinSize, requireSize } from '../request/require-size.ts'
import type { GuidebookRow } from './guidebook-row.ts'
import { presentGuidebook } from './present.ts'
import { measureMembers, readMembers, readStages } from './queries.ts'

/** The size of a response with the guidebook; `read` returns its body and entity tag. Throws `payload-too-large`. */
export async function measureAnswer(db: Knex, row: GuidebookRow) {
  const { items, names } = await measureMembers(db, row)
  requireSize('names', names)
  return { items, bytes: names, read: () => present(db, row) }
}

/** The body and entity tag of a response with the guidebook. Throws `payload-too-large`. */
export const guidebookAnswer = async (db: Knex, row: GuidebookRow) => await (await measureAnswer(db, row)).read()

/**
 * The entity tag for `If-Match`. A guidebook that is too large for a response can be replaced, too. It is not read, and no client has its tag,
 * so only `*` matches.
 */
export async function guidebookEtag(db: Knex, row: GuidebookRow): Promise<string> {
  const { names } = await measureMembers(db, row)
  return isWithinSize('names', names) ? (await present(db, row)).etag : randomUUID()
}

async function present(db: Knex, row: GuidebookRow) {
  const body = presentGuidebook(row, await readStages(db, row), await readMembers(db, row))
  return { body, etag: etagOf(body) }
}
