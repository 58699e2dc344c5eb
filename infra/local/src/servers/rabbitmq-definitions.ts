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

/**
 * Users, virtual hosts and permissions as a definitions file. The broker reads it at every start, so no command line tool of
 * RabbitMQ (each one boots an Erlang machine) is ever needed.
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
})
