import { operations } from '@guidebook/contracts'
import { idempotent, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { translateCustomIdConflict } from '../request/errors.ts'
import { guidebookAnswer } from './answer.ts'
import { resolveContents, retryOnDeletedMember, validateAndStoreCover } from './check-body.ts'
import { insertContents, insertGuidebook } from './queries.ts'
import { writeInTurn } from './write-in-turn.ts'

export const createGuidebook = (context: Context): Route =>
  route(operations.createGuidebook, async (request) => {
    const { body } = request
    const { account, customId, titles, descriptions = {} } = body
    requireAccount(request, account)
    const checked = await validateAndStoreCover(context, body)
    const create = () =>
      idempotent(context.database, request, async (trx) => {
        const contents = await resolveContents(trx, body, checked)
        const fields = {
          account,
          id: uuidv7(),
          custom_id: customId,
          titles,
          descriptions,
          cover: checked.cover ?? null,
        }
        const row = await insertGuidebook(trx, fields)
        await insertContents(trx, row, contents)
        const location = `/content/guidebook/${encodeURIComponent(account)}/${encodeURIComponent(customId)}`
        return { status: 201 as const, location, ...(await guidebookAnswer(trx, row)) }
      })
    return await translateCustomIdConflict(writeInTurn(context, request, () => retryOnDeletedMember(create)))
  })
