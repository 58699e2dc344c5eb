import { operations, type RequestTrace } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createJournalQueries } from '../journal/queries.ts'
import { support } from './verifier.ts'

type Audit = Pick<RequestTrace, 'audit' | 'unreachable'>

/** The records of a request: in the gateway's journal and in the audit log of releases. */
const findRequest = (context: Context) =>
  route(operations.findRequest, async ({ params: { request_id: requestId } }) => {
    const [requests, audit] = await Promise.all([
      createJournalQueries(context.database.knex).find(requestId),
      auditOf(context, requestId),
    ])
    return { status: 200, body: { requestId, requests, ...audit } }
  })

async function auditOf({ services, log }: Context, requestId: string): Promise<Audit> {
  try {
    const { body } = await services.releases.call(operations.findAuditByRequest, {
      query: { requestId },
      identity: support,
    })
    return { audit: body.entries, unreachable: [] }
  } catch (error) {
    log.warn({ err: error }, 'reading audit entries of a request failed')
    return { audit: [], unreachable: ['releases'] }
  }
}

export const requestAdminRoutes = (context: Context): Route[] => [findRequest(context)]
