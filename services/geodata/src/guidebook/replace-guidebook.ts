import { isDeepStrictEqual } from 'node:util'
import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireAccount, requireOwnMatch, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { noteGuidebookChange } from '../announcement/note-change.ts'
import type { Context } from '../context.ts'
import { translateCustomIdConflict } from '../request/errors.ts'
import { guidebookAnswer, readOwnTag } from './answer.ts'
import { resolveContents, retryOnDeletedMember, validateAndStoreCover } from './check-body.ts'
import type { Contents, GuidebookRow, Member } from './guidebook-row.ts'
import {
  deleteContents,
  insertContents,
  lockWrittenGuidebook,
  readPlaces,
  readStages,
  updateGuidebook,
} from './queries.ts'
import { writeInTurn } from './write-in-turn.ts'

/**
 * Replaces all of it but the cover, which stays when no image is sent, and is removed by null. When nothing changes, nothing is written; a new custom
 * ID alone is not announced.
 */
export const replaceGuidebook = (context: Context): Route =>
  route(operations.replaceGuidebook, async (request) => {
    const { body, params } = request
    const { account, titles, descriptions = {} } = body
    requireAccount(request, account)
    const checked = await validateAndStoreCover(context, body)
    const replace = () =>
      idempotent(context.database, request, async (trx) => {
        const before = (await lockWrittenGuidebook(trx, account, params.customId)) ?? fail('not-found')
        if (request.headers['if-match'] !== undefined) requireOwnMatch(request, await readOwnTag(trx, before))
        const contents = await resolveContents(trx, body, checked)
        const { customId = before.custom_id } = body
        const cover = body.imageBase64 === null ? null : (checked.cover ?? before.cover)
        const shown = { titles, descriptions, cover }
        const isShownAlike =
          isDeepStrictEqual({ ...before, ...shown }, before) && (await hasContents(trx, before, contents))
        if (isShownAlike && customId === before.custom_id) {
          return { status: 200 as const, ...(await guidebookAnswer(trx, before)) }
        }
        const after = await updateGuidebook(trx, before, { custom_id: customId, ...shown })
        if (!isShownAlike) {
          await deleteContents(trx, after)
          await insertContents(trx, after, contents)
          const asTemplate = !isDeepStrictEqual([titles, cover], [before.titles, before.cover])
          await noteGuidebookChange(trx, after, { delayMs: context.changeDelayMs, asTemplate })
        }
        return { status: 200 as const, ...(await guidebookAnswer(trx, after)) }
      })
    return await translateCustomIdConflict(writeInTurn(context, request, () => retryOnDeletedMember(replace)))
  })

/** Stages count by their numbers, not by the order in which they were sent. */
async function hasContents(trx: Knex.Transaction, row: GuidebookRow, { stages, members }: Contents): Promise<boolean> {
  const placesOf = (all: readonly Member[]) =>
    all
      .map(({ stage, section, position, item_id, role }) => `${stage} ${section} ${position} ${item_id} ${role}`)
      .sort()
  const sorted = stages.toSorted((one, other) => one.number - other.number)
  return (
    isDeepStrictEqual(await readStages(trx, row), sorted) &&
    isDeepStrictEqual(placesOf(await readPlaces(trx, row)), placesOf(members))
  )
}
