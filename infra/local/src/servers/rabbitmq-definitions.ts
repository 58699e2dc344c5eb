import { createHash, randomBytes } from 'node:crypto'

/** Permissions of a user in a virtual host: regular expressions over names, as RabbitMQ defines them. */
export interface BrokerRights {
  vhost: string
  configure: string
  write: string
  read: string
}

export interface BrokerUser {
  name: string
  password: string
  rights: readonly BrokerRights[]
}

/** RabbitMQ's own format: base64 of four bytes of salt and the SHA-256 of salt and password. */
const passwordHash = (password: string, salt = randomBytes(4)) =>
  Buffer.concat([salt, createHash('sha256').update(salt).update(password).digest()]).toString('base64')

/** Bytes of one message: 1 MB of data, which the outbox checks too, and its envelope. */
export const maxMessageBytes = 1024 * 1024

/**
 * Bytes of messages that a queue may hold, so that a flooded queue fills neither the broker's disk nor other queues. The broker
 * rejects more, and the sender's outbox keeps it. A policy, because the arguments of an existing queue cannot change.
 */
const maxQueueBytes = 64 * 1024 * 1024

/**
 * Users, virtual hosts, permissions and queue limits as a definitions file. The broker reads it at every start. RabbitMQ's command
 * line tools would need seconds each, because they boot an Erlang VM.
 */
export const definitions = (vhosts: readonly string[], users: readonly BrokerUser[]) => ({
  users: users.map(({ name, password }) => ({
    name,
    password_hash: passwordHash(password),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    tags: [],
  })),
  vhosts: vhosts.map((name) => ({ name })),
  permissions: users.flatMap(({ name, rights }) => rights.map((right) => ({ user: name, ...right }))),
  policies: vhosts.map((vhost) => ({
    vhost,
    name: 'queue-limits',
    pattern: '.*',
    'apply-to': 'queues',
    definition: { 'max-length-bytes': maxQueueBytes, overflow: 'reject-publish' },
    priority: 0,
  })),
})
