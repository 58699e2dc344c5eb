import { exchangeName } from '@guidebook/service-kit/topology'
import type { ServiceName } from '../services/names.ts'
import type { BrokerRights, BrokerUser } from './rabbitmq-definitions.ts'

const literal = (text: string) => text.replaceAll('.', '\\.')
const nothing = '^$'

/**
 * Least privilege: a service publishes to its own exchange and consumes its own queues. It declares and binds nothing, because a
 * binding from its exchange to another service's queue would bypass that service's checks; `declareTopology` does both.
 */
export const brokerRights = (service: ServiceName, vhost: string): BrokerRights => ({
  vhost,
  configure: nothing,
  write: `^${literal(exchangeName(service))}$`,
  read: `^${service}\\..+$`,
})

/** The user has the service's name, so that consumers can check that the source of a message sent it. */
export const serviceBrokerUser = (service: ServiceName, vhost: string, password: string): BrokerUser => ({
  name: service,
  password,
  rights: [brokerRights(service, vhost)],
})
