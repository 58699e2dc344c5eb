import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { findByCode } from '../download-code/claim.ts'
import { codeTakenFault } from '../download-code/errors.ts'
import { checkRequest } from '../release/check-request.ts'

/** For the importer's preview: what a request would be answered, without effect. A code that is the operator's own is no fault. */
const check = (context: Context) =>
  route(operations.checkRelease, async ({ body: { account, request } }) => {
    const operator = request.account === account ? await context.accounts.find(account) : null
    if (operator === null) return fail('not-found')
    const [{ faults }, existing] = await Promise.all([
      checkRequest(context, account, request),
      findByCode(context.database.knex, account, request.downloadCode),
    ])
    if (existing?.role === 'seller') faults.push(codeTakenFault('/downloadCode'))
    return { status: 200, body: { faults, existing: existing?.role === 'operator' ? { link: existing.link } : null } }
  })

export const intakeRoutes = (context: Context): Route[] => [check(context)]
