import { operations } from '@guidebook/contracts'
import { ServiceError } from '../errors/service-error.ts'
import { type Route, route } from '../http/route.ts'
import type { DeadLetters } from './dead-letters.ts'

/** How many of a queue's dead letters are shown. */
const shown = 20

/** What every service answers about its own dead letters; the gateway's admin listener asks them all. */
export const deadLetterRoutes = (deadLetters: DeadLetters): Route[] => [
  route(operations.listDeadLetters, async () => {
    const queues = await deadLetters.list(shown)
    return { status: 200, body: { queues: queues.filter(({ count }) => count > 0) } }
  }),
  route(operations.redriveDeadLetters, async ({ params: { queue } }) => {
    const redriven = await deadLetters.redrive(queue)
    if (redriven === null) throw new ServiceError('not-found')
    return { status: 200, body: { queue, redriven } }
  }),
]
