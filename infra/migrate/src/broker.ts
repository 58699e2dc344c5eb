import { declareTopology } from '@guidebook/service-kit/topology'
import type { Command } from './command.ts'
import { readUrl } from './read-url.ts'

/** Declares exchanges, queues and bindings. `AMQP_URL`: a user with all rights in the virtual host. */
export const declareBroker: Command = (_, env) => {
  const url = readUrl(env, 'AMQP_URL', ['amqp:', 'amqps:'])
  return async () => {
    await declareTopology(url)
    return 'exchanges, queues and bindings are declared'
  }
}
