import { operations, schemas } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { checkRequest } from '../creation/check-request.ts'
import { findByCode } from '../download-code/codes.ts'
import { decideExisting, refusal } from './existing-release.ts'

/** For the importer's preview: what a row would do, without effect. */
export const intakeRoutes = (context: Context): Route[] => [
  route(operations.checkRelease, async ({ body: { account, request, onExistingCode = 'report' } }) => {
    const operator = request.account === account ? await context.accounts.find(account) : null
    if (operator === null) return fail('not-found')
    const [{ faults, checked }, found] = await Promise.all([
      checkRequest(context, account, request),
      findByCode(context.database.knex, account, request.downloadCode),
    ])
    if (found === null) {
      const status = checked === null ? ('failed' as const) : ('created' as const)
      return { status: 200, body: { status, faults: faults.map(schemas.toSentFault), existing: null } }
    }
    const release = found.role === 'operator' ? await context.findRelease(account, found.link) : null
    const existing = release && { link: release.link }
    if (checked === null) {
      const refused = refusal({ found, release }, onExistingCode)
      const all = refused === null ? faults : [...faults, refused]
      return { status: 200, body: { status: 'failed' as const, faults: all.map(schemas.toSentFault), existing } }
    }
    const decision = decideExisting({ found, release }, request, checked, onExistingCode)
    const refused = decision.status === 'failed' ? [schemas.toSentFault(decision.fault)] : []
    return { status: 200, body: { status: decision.status, faults: refused, existing } }
  }),
]
