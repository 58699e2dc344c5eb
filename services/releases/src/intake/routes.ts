import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { checkRequest } from '../creation/check-request.ts'
import { codeTakenFault, findByCode } from '../download-code/codes.ts'

/** For the importer's preview: the faults of a request, without effect. A code of the operator's own release is no fault. */
export const intakeRoutes = (context: Context): Route[] => [
  route(operations.checkRelease, async ({ body: { account, request } }) => {
    const operator = request.account === account ? await context.accounts.find(account) : null
    if (operator === null) return fail('not-found')
    const [{ faults }, existing] = await Promise.all([
      checkRequest(context, account, request),
      findByCode(context.database.knex, account, request.downloadCode),
    ])
    if (existing?.role === 'seller') faults.push(codeTakenFault('/downloadCode'))
    return { status: 200, body: { faults, existing: existing?.role === 'operator' ? { link: existing.link } : null } }
  }),
]
