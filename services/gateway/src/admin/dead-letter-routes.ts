import { operations, type ServiceName, serviceNames } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { support } from './verifier.ts'

type Other = Exclude<ServiceName, 'gateway'>
const others = serviceNames.filter((name): name is Other => name !== 'gateway')

/** Asks every other service. Services that do not respond are named, so that an empty list is not mistaken for a complete one. */
const listAll = ({ services, log }: Context) =>
  route(operations.listAllDeadLetters, async () => {
    const unreachable: Other[] = []
    const lists = await Promise.all(
      others.map(async (name) => {
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
  })

/** The name of a queue begins with the service that reads it: `webhooks.release.shared.v1`. */
const redrive = ({ services }: Context) =>
  route(operations.redriveQueue, async ({ params }) => {
    const reader = others.find((name) => params.queue.startsWith(`${name}.`)) ?? fail('not-found')
    const { body } = await services[reader].call(operations.redriveDeadLetters, {
      params,
      identity: support,
      deadlineMs: 60_000,
    })
    return { status: 200, body }
  })

export const deadLetterAdminRoutes = (context: Context): Route[] => [listAll(context), redrive(context)]
