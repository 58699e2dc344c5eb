import { messages, queueName, type ServiceName } from '@guidebook/contracts'
import type { BrokerRights, BrokerUser } from './rabbitmq-definitions.ts'

/** The exchange that every message goes to, and the one that a retry or a dead letter goes through to its queue. */
const exchange = 'guidebook.messages'
const defaultExchange = 'amq.default'

const literal = (text: string) => text.replaceAll('.', '\\.')
const anyOf = (patterns: readonly string[]) => `^(${patterns.join('|')})$`

/**
 * What a service may do with the broker, no more than its part in the messages asks for: declare the queues of those who hear it
 * (never read them), and declare, fill and read its own. That a queue's first declaration needs the right to read it is why the
 * start declares all of them beforehand.
 */
export function brokerRights(service: ServiceName, vhost: string): BrokerRights {
  const own = `${service}\\..+`
  const told = Object.values(messages)
    .filter(({ source }) => source === service)
    .flatMap(({ type, subscribers }) =>
      subscribers.map((subscriber) => `${literal(queueName(subscriber, type))}(\\.dead)?`),
    )
  const everything = [literal(exchange), own, ...told]
  return {
    vhost,
    configure: anyOf(everything),
    write: anyOf([...everything, literal(defaultExchange)]),
    read: anyOf([literal(exchange), own]),
  }
}

export const serviceBrokerUser = (service: ServiceName, vhost: string, password: string): BrokerUser => ({
  name: service,
  password,
  rights: [brokerRights(service, vhost)],
})
