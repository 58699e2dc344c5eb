import { isDeepStrictEqual } from 'node:util'
import { type BodyOf, operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { guidebookAnswer } from './answer.ts'
import { toGuidebookError } from './errors.ts'
import type { Contents, GuidebookRow } from './guidebook-row.ts'
import { noteGuidebookChange } from './note-change.ts'
import {
  deleteContents,
  insertContents,
  lockWrittenGuidebook,
  readMembers,
  readStages,
  updateGuidebook,
} from './queries.ts'
import { resolveContents, retryOnDeletedMember, type TakenIn, takeIn } from './take-in.ts'

/** Replaces all of it but the cover, which stays when no image is sent. Nothing new: nothing is written, no one is told. */
export const replaceGuidebook = (context: Context): Route =>
  route(operations.replaceGuidebook, async (request) => {
    const { body, params } = request
    requireAccount(request, body.account)
    const taken = await takeIn(context, body)
    const replace = () =>
      idempotent(context.database, request, async (trx) => {
        const before = (await lockWrittenGuidebook(trx, body.account, params.customId)) ?? fail('not-found')
        requireMatch(request, (await guidebookAnswer(trx, before)).etag)
        const contents = await resolveContents(trx, body, taken)
        const wanted = merge(before, body, taken)
        const isSame = isDeepStrictEqual(wanted, before) && (await hasContents(trx, before, contents))
        const after = isSame ? before : await write(trx, context, wanted, contents)
        return { status: 200 as const, ...(await guidebookAnswer(trx, after)) }
      })
    try {
      return await retryOnDeletedMember(replace)
    } catch (error) {
      throw toGuidebookError(error)
    }
  })

const merge = (
  before: GuidebookRow,
  { customId, titles, descriptions = {} }: BodyOf<typeof operations.replaceGuidebook>,
  { cover }: TakenIn,
): GuidebookRow => ({
  ...before,
  customId: customId ?? before.customId,
  titles,
  descriptions,
  cover: cover ?? before.cover,
})

/** Stages count by their numbers, not by the order in which they were sent. */
const hasContents = async (trx: Knex.Transaction, row: GuidebookRow, wanted: Contents): Promise<boolean> => {
  const placeOf = ({ stage, section, position, itemId }: Contents['members'][number]) =>
    `${stage} ${section} ${position} ${itemId}`
  const stages = await readStages(trx, row)
  const members = await readMembers(trx, row)
  return (
    isDeepStrictEqual(
      stages,
      wanted.stages.toSorted((one, other) => one.number - other.number),
    ) && isDeepStrictEqual(members.map(placeOf).sort(), wanted.members.map(placeOf).sort())
  )
}

const write = async (
  trx: Knex.Transaction,
  { changeDelayMs }: Context,
  wanted: GuidebookRow,
  contents: Contents,
): Promise<GuidebookRow> => {
  const row = await updateGuidebook(trx, wanted)
  await deleteContents(trx, row)
  await insertContents(trx, row, contents)
  await noteGuidebookChange(trx, row, changeDelayMs)
  return row
}
