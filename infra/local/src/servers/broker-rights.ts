import { exchangeName } from '@guidebook/service-kit/topology'
import type { ServiceName } from '../services/names.ts'
import type { BrokerRights, BrokerUser } from './rabbitmq-definitions.ts'

const literal = (text: string) => text.replaceAll('.', '\\.')
const nothing = '^$'

/**
 * Least rights of a service: publish to its own exchange, consume its own queues. It declares and binds nothing, since a binding
 * from its exchange to another service's queue would be a way around that service's checks; `declareTopology` does both.
 */
export const brokerRights = (service: ServiceName, vhost: string): BrokerRights => ({
  vhost,
  configure: nothing,
  write: `^${literal(exchangeName(service))}$`,
  read: `^${service}\\..+$`,
})

/** The user is named after the service: consumers then require that a message was sent by the user of its source. */
export const serviceBrokerUser = (service: ServiceName, vhost: string, password: string): BrokerUser => ({
  name: service,
  password,
  rights: [brokerRights(service, vhost)],
})
