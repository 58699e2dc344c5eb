import { operations, type PartStatus, schemas, serviceNames, validate } from '@guidebook/contracts'
import { fail, type ReadReadiness, type Route, route } from '@guidebook/service-kit'
import manifest from '../../package.json' with { type: 'json' }
import { type Context, type OtherService, otherServices } from '../context.ts'
import { findRequests } from '../journal/journal.ts'
import { support } from './support.ts'

/** Milliseconds. A service gives each of its checks two seconds. */
const readinessDeadlineMs = 3_000

/** What support asks about all services. */
export function systemRoutes({ database, services, log }: Context, readiness: ReadReadiness): Route[] {
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

    /** The records of a request: in the gateway's journal and in the audit log of releases. */
    route(operations.findRequest, async ({ params: { request_id: requestId } }) => {
      const [requests, audit] = await Promise.all([findRequests(database.knex, requestId), findAudit(requestId)])
      return { status: 200, body: { requestId, requests, ...audit } }
    }),

    route(operations.readStatus, async () => {
      const parts = serviceNames.map(async (name) =>
        name === 'gateway' ? { name, ...(await readiness()) } : await readStatus(name),
      )
      return { status: 200, body: { version: manifest.version, parts: await Promise.all(parts) } }
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

  /** The state of another service. It responds with 200 also when it is not ready. */
  async function readStatus(name: OtherService): Promise<PartStatus> {
    try {
      const options = { identity: support, deadlineMs: readinessDeadlineMs }
      const { body } = await services[name].call(operations.readReadiness, options)
      const part = { name, ...body }
      const faults = validate(schemas.partStatus, part)
      if (faults.length === 0) return part
      log.warn({ target: name, faults }, 'readiness of a service is invalid')
    } catch (error) {
      log.warn({ target: name, err: error }, 'reading the readiness of a service failed')
    }
    return { name, status: 'unreachable', checks: {} }
  }
}
