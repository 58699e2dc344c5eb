import { commonSettings, readSettings } from '@guidebook/service-kit'
import { declareTopology } from '@guidebook/service-kit/topology'
import type { Command } from './command.ts'

/** Declares exchanges, queues and bindings. `AMQP_URL`: a user with all rights in the virtual host. */
export const declareBroker: Command = (_, env) => {
  const { AMQP_URL: url } = readSettings({ AMQP_URL: commonSettings.AMQP_URL }, env)
  return async () => {
    await declareTopology(url)
    return 'exchanges, queues and bindings are declared'
  }
}
