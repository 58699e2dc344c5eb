import { operations, type ServiceName, serviceNames } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { support } from './verifier.ts'

type Other = Exclude<ServiceName, 'gateway'>
const others = serviceNames.filter((name): name is Other => name !== 'gateway')

/** Asks every other service; one that does not answer is named, so that an empty list is not taken for good news. */
const listAll = ({ services, log }: Context) =>
  route(operations.listAllDeadLetters, async () => {
    const unreachable: Other[] = []
    const lists = await Promise.all(
      others.map(async (name) => {
        try {
          return (await services[name].call(operations.listDeadLetters, { identity: support })).body.queues
        } catch (error) {
          log.warn({ target: name, err: error }, 'dead letters could not be listed')
          unreachable.push(name)
          return []
        }
      }),
    )
    return { status: 200, body: { queues: lists.flat(), unreachable } }
  })

/** A queue is named after the service that reads it: `webhooks.release.shared.v1`. */
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
