import { operations } from '@guidebook/contracts'
import { idempotent, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { guidebookAnswer } from './answer.ts'
import { toGuidebookError } from './errors.ts'
import { insertContents, insertGuidebook } from './queries.ts'
import { resolveContents, retryOnDeletedMember, takeIn } from './take-in.ts'

export const createGuidebook = (context: Context): Route =>
  route(operations.createGuidebook, async (request) => {
    const { body } = request
    const { account, customId, titles, descriptions = {} } = body
    requireAccount(request, account)
    const taken = await takeIn(context, body)
    const create = () =>
      idempotent(context.database, request, async (trx) => {
        const contents = await resolveContents(trx, body, taken)
        const fields = { account, id: uuidv7(), customId, titles, descriptions, cover: taken.cover ?? null }
        const row = await insertGuidebook(trx, fields)
        await insertContents(trx, row, contents)
        const location = `/content/guidebook/${encodeURIComponent(account)}/${encodeURIComponent(customId)}`
        return { status: 201 as const, location, ...(await guidebookAnswer(trx, row)) }
      })
    try {
      return await retryOnDeletedMember(create)
    } catch (error) {
      throw toGuidebookError(error)
    }
  })
