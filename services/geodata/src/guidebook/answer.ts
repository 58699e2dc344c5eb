import { hash } from 'node:crypto'
import { tagWithOthers } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { requireSize } from '../request/require-size.ts'
import type { Contents, GuidebookRow } from './guidebook-row.ts'
import { presentGuidebook } from './present.ts'
import { measureContents, readMembers, readPlaces, readStages } from './queries.ts'

/** The size of a response with the guidebook; `read` returns its body and entity tag. Throws `payload-too-large`. */
export async function measureAnswer(db: Knex, row: GuidebookRow) {
  const { items, names, own } = await measureContents(db, row)
  requireSize('names', names)
  return { items, bytes: names + own, read: () => present(db, row) }
}

/** The body and entity tag of a response with the guidebook. Throws `payload-too-large`. */
export const guidebookAnswer = async (db: Knex, row: GuidebookRow) => await (await measureAnswer(db, row)).read()

/** The part of the entity tag that `If-Match` compares; also of a guidebook that is too large for a response. */
export const readOwnTag = async (db: Knex, row: GuidebookRow): Promise<string> =>
  ownTag(row, { stages: await readStages(db, row), members: await readPlaces(db, row) })

async function present(db: Knex, row: GuidebookRow) {
  const stages = await readStages(db, row)
  const members = await readMembers(db, row)
  const body = presentGuidebook(row, stages, members)
  return { body, etag: tagWithOthers(ownTag(row, { stages, members }), body) }
}

/** Identifies what a replacement can change. The version, names and figures in the body also change with the items. */
function ownTag({ id, custom_id, titles, descriptions, cover }: GuidebookRow, { stages, members }: Contents): string {
  const places = members.map(({ stage, section, position, item_id, role }) => [stage, section, position, item_id, role])
  const own = [id, custom_id, titles, descriptions, cover, stages, places]
  return hash('sha256', JSON.stringify(own), 'hex').slice(0, 32)
}
