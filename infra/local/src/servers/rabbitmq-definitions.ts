import { createHash, randomBytes } from 'node:crypto'

/** What a user may do in a virtual host: regular expressions over names, as RabbitMQ knows them. */
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

/** Bytes of one message: 1 MB of data, which the outbox already checks, and its envelope. */
export const maxMessageBytes = 1024 * 1024

/**
 * Bytes of messages that a queue may hold; a service that floods one fills neither the broker's disk nor another queue. The broker
 * refuses what exceeds it, and the sender's outbox keeps that. A policy, because arguments cannot change on a queue that exists.
 */
const maxQueueBytes = 64 * 1024 * 1024

/**
 * Users, virtual hosts, permissions and queue limits as a definitions file. The broker reads it at every start, so no command line tool of
 * RabbitMQ (each one boots an Erlang machine) is ever needed.
 */
export const definitions = (vhosts: readonly string[], users: readonly BrokerUser[], queueBytes = maxQueueBytes) => ({
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
    definition: { 'max-length-bytes': queueBytes, overflow: 'reject-publish' },
    priority: 0,
  })),
})
