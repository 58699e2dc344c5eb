import { operations } from '@guidebook/contracts'
import { fail, type Route, requireAccount, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { readAtOneMoment } from '../request/large-reads.ts'
import { measureAnswer } from './answer.ts'
import { findWrittenGuidebook } from './queries.ts'

/** The entity tag is that of one state. */
export const readGuidebook = (context: Context): Route =>
  route(operations.readGuidebook, async (request) => {
    const { account, customId } = request.params
    const { signal } = request
    requireAccount(request, account)
    const answer = await readAtOneMoment(context, { owner: account, signal }, async (trx) =>
      measureAnswer(trx, (await findWrittenGuidebook(trx, account, customId)) ?? fail('not-found')),
    )
    return { status: 200 as const, ...answer }
  })
