import { createHash, randomBytes } from 'node:crypto'
import template from '../../servers/rabbitmq-definitions.json' with { type: 'json' }

/** Name of the virtual host in `rabbitmq-definitions.json`. */
export const vhost = 'guidebook'

/** Bytes of one message: 1 MB of data, which the outbox checks too, and its envelope. The server's `max_message_size`. */
export const maxMessageBytes = 1024 * 1024

/** RabbitMQ's format for users, virtual hosts, permissions and policies. */
export type BrokerDefinitions = typeof template

export interface BrokerUser {
  name: string
  password: string
}

interface Options {
  /** Passwords of the services' users, by the service's name; a service without one gets no user. */
  passwords: Readonly<Record<string, string>>
  /** A user with all rights. */
  administrator?: BrokerUser & { tags?: readonly string[] }
  vhosts?: readonly string[]
  /** The former definitions: a user whose password is the same keeps the hash. */
  former?: BrokerDefinitions | undefined
}

/**
 * `rabbitmq-definitions.json` with passwords. Least privilege: a service publishes to its own exchange and consumes its own queues. It
 * declares and binds nothing, because a binding from its exchange to another service's queue would bypass that service's checks;
 * `declareTopology` does both. A user has the service's name, so that consumers can check that the source of a message sent it. The policy
 * limits each queue, so that a flooded one fills neither the broker's disk nor other queues: the broker rejects more, and the sender's outbox
 * keeps it. It is a policy because the arguments of an existing queue cannot change.
 */
export function brokerDefinitions({ passwords, administrator, vhosts = [vhost], former }: Options): BrokerDefinitions {
  const inEachVhost = <T extends { vhost: string }>(parts: readonly T[]) =>
    vhosts.flatMap((name) => parts.map((part) => ({ ...part, vhost: name })))
  const hashed = (user: BrokerDefinitions['users'][number], password: string) => {
    const known = former?.users.find(({ name }) => name === user.name)?.password_hash
    return { ...user, password_hash: passwordHash(password, known) }
  }
  const services = template.users.flatMap((user) => {
    const password = passwords[user.name]
    return password === undefined ? [] : [hashed(user, password)]
  })
  const permissions = template.permissions.filter(({ user }) => passwords[user] !== undefined)
  const policies = inEachVhost(template.policies)
  const [model] = template.users
  if (administrator === undefined || model === undefined) {
    return {
      users: services,
      vhosts: vhosts.map((name) => ({ name })),
      permissions: inEachVhost(permissions),
      policies,
    }
  }
  const { name, password, tags = [] } = administrator
  const everything = { user: name, vhost, configure: '.*', write: '.*', read: '.*' }
  return {
    users: [{ ...hashed({ ...model, name }, password), tags: [...tags] as never[] }, ...services],
    vhosts: vhosts.map((one) => ({ name: one })),
    permissions: inEachVhost([everything, ...permissions]),
    policies,
  }
}

/** RabbitMQ's own format: base64 of four bytes of salt and the SHA-256 of salt and password. Returns `known` if it fits. */
function passwordHash(password: string, known = ''): string {
  const hashWith = (salt: Buffer) =>
    Buffer.concat([salt, createHash('sha256').update(salt).update(password).digest()]).toString('base64')
  const again = hashWith(Buffer.from(known, 'base64').subarray(0, 4))
  return again === known ? known : hashWith(randomBytes(4))
}

/** The URL of a virtual host for a user. `server`: the scheme, host, port and parameters. */
export function brokerUrl(server: string, { name, password }: BrokerUser, host = vhost): string {
  const url = new URL(server)
  // The setters of URL do not encode `%`.
  url.username = encodeURIComponent(name)
  url.password = encodeURIComponent(password)
  url.pathname = `/${encodeURIComponent(host)}`
  return url.href
}
