import { operations } from '@guidebook/contracts'
import { ServiceError } from '../errors/service-error.ts'
import { type Route, route } from '../http/route.ts'
import type { DeadLetters } from './dead-letters.ts'

/** Most dead letters listed of one queue. */
const listed = 20

/** Lists and redrives the dead letters of a service; the gateway's admin listener calls every service. */
export const deadLetterRoutes = (deadLetters: DeadLetters): Route[] => [
  route(operations.listDeadLetters, async () => {
    const queues = await deadLetters.list(listed)
    return { status: 200, body: { queues: queues.filter(({ count }) => count > 0) } }
  }),
  route(operations.redriveDeadLetters, async ({ params: { queue } }) => {
    const redriven = await deadLetters.redrive(queue)
    if (redriven === null) throw new ServiceError('not-found')
    return { status: 200, body: { queue, redriven } }
  }),
]
