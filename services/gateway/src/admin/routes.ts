import { operations, serviceNames } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import manifest from '../../package.json' with { type: 'json' }
import { type Context, type OtherService, otherServices } from '../context.ts'
import { findRequests } from '../journal/journal.ts'
import type { ReadReplicas } from './replicas.ts'
import { support } from './support.ts'

const noRecord =
  'There is no record of this request. Changes and failures are recorded for REQUEST_JOURNAL_RETENTION; reads that succeed are not. ' +
  'GET /admin/actions lists the changes by support.'

/** What support asks about all services. */
export function systemRoutes({ database, services, log }: Context, readReplicas: ReadReplicas): Route[] {
  return [
    /** Services that do not respond are named, so that an empty list is not mistaken for a complete one. */
    route(operations.listAllDeadLetters, async () => {
      const unreachable: OtherService[] = []
      const lists = await Promise.all(
        otherServices.map(async (name) => {
          try {
            return (await services[name].call(operations.listDeadLetters, { identity: support })).body.queues
          } catch (error) {
            log.warn({ target: name, err: error }, 'listing dead letters failed')
            unreachable.push(name)
            return []
          }
        }),
      )
      return { status: 200, body: { queues: lists.flat(), unreachable } }
    }),

    /** The name of a queue begins with the service that reads it: `webhooks.release.shared.v1`. */
    route(operations.redriveQueue, async ({ params }) => {
      const reader = otherServices.find((name) => params.queue.startsWith(`${name}.`)) ?? fail('not-found')
      const options = { params, identity: support, deadlineMs: 60_000 }
      const { body } = await services[reader].call(operations.redriveDeadLetters, options)
      return { status: 200, body }
    }),

    /** The records of a request: in the gateway's journal and in the audit log of releases. 404 without any, if the log could be read. */
    route(operations.findRequest, async ({ params: { request_id: requestId } }) => {
      const [requests, { audit, unreachable }] = await Promise.all([
        findRequests(database.knex, requestId),
        findAudit(requestId),
      ])
      if (requests.length + audit.length + unreachable.length === 0) fail('not-found', noRecord)
      return { status: 200, body: { requestId, requests, audit, unreachable } }
    }),

    route(operations.readStatus, async () => {
      const parts = await Promise.all(serviceNames.map(readReplicas))
      return { status: 200, body: { version: manifest.version, parts: parts.flat() } }
    }),
  ]

  async function findAudit(requestId: string) {
    try {
      const options = { query: { requestId }, identity: support }
      const { body } = await services.releases.call(operations.findAuditByRequest, options)
      return { audit: body.entries, unreachable: [] }
    } catch (error) {
      log.warn({ err: error }, 'reading audit entries of a request failed')
      return { audit: [], unreachable: ['releases' as const] }
    }
  }
}
