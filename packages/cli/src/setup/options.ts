import { readFileSync } from 'node:fs'
import { type DeploymentOptions, type Owner, optionFaults } from '@guidebook/deployment'
import { option, type Values } from '../arguments.ts'
import { CommandError } from '../command-error.ts'

export const setupArguments = {
  'public-url': option('url', 'Beginning of Trip Links (default: PUBLIC_URL; at first http://localhost:8080)'),
  'database-host': option(
    'host',
    'Host of PostgreSQL, or host:port; its superuser gets a new password (default: postgres)',
  ),
  'database-url': option('url', 'URL of the administrator of your own PostgreSQL, or @/path of its file'),
  'broker-url': option('url', 'URL of the administrator of your own RabbitMQ, or @/path (default host: rabbitmq)'),
  'object-store-url': option('url', 'URL of your own object store, s3:// or file://, or @/path (default host: s3)'),
  'smtp-url': option('url', 'Server for outgoing mails, or @/path (default: smtp://mail:2525)'),
  'mail-from': option('sender', 'Sender of mails, such as "Trips <trips@operator.example>"'),
  'imap-url': option('url', 'Mailbox of bookings, or @/path (default host: imap)'),
  'redis-url': option('url', 'Your own Redis, or @/path; none: each gateway counts for itself (default host: redis)'),
  'trusted-proxies': option('count', 'Proxies in front of the gateways that add to X-Forwarded-For (default: 1)'),
  owner: option('uid:gid', 'Owner of the files, and user of the containers (default as root: 10001:10001, else you)'),
} as const

const names = {
  publicUrl: 'public-url',
  databaseHost: 'database-host',
  databaseUrl: 'database-url',
  brokerUrl: 'broker-url',
  objectStoreUrl: 'object-store-url',
  smtpUrl: 'smtp-url',
  mailFrom: 'mail-from',
  imapUrl: 'imap-url',
  redisUrl: 'redis-url',
  trustedProxies: 'trusted-proxies',
} as const satisfies Record<keyof DeploymentOptions, keyof typeof setupArguments>

type Fault = { pointer: string; message: string }

/**
 * Reads the options, with `@/path` of files for URLs, and the variable `PUBLIC_URL`, which Compose passes. Throws a `CommandError` with all
 * faults, without values.
 */
export function readOptions(
  values: Values<typeof setupArguments>,
  env: Readonly<Record<string, string | undefined>>,
): { options: DeploymentOptions; owner: Owner } {
  const faults: Fault[] = []
  const { PUBLIC_URL } = env
  // Compose passes an empty variable when it is not set.
  const fromEnv: DeploymentOptions = PUBLIC_URL && values['public-url'] === undefined ? { publicUrl: PUBLIC_URL } : {}
  const options: DeploymentOptions = { ...fromEnv }
  for (const [key, name] of Object.entries(names) as [keyof DeploymentOptions, (typeof names)[keyof typeof names]][]) {
    const value = values[name]
    if (value === undefined) continue
    try {
      options[key] =
        name.endsWith('-url') && value.startsWith('@') ? readFileSync(value.slice(1), 'utf8').trim() : value
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      faults.push({ pointer: `--${name}`, message: `names a file that cannot be read (${code})` })
    }
  }
  for (const { option: key, message } of optionFaults(options)) {
    faults.push({ pointer: key in fromEnv ? 'PUBLIC_URL' : `--${names[key]}`, message })
  }
  const owner = ownerOf(values.owner, env)
  if (owner === null) faults.push({ pointer: '--owner', message: 'must be a user and a group, such as 10001:10001' })
  if (faults.length > 0 || owner === null) {
    throw new CommandError('usage', 'invalid-field', 'options are invalid', { details: faults })
  }
  return { options, owner }
}

/** Null when it cannot be read. */
function ownerOf(text: string | undefined, env: Readonly<Record<string, string | undefined>>): Owner | null {
  const { GUIDEBOOK_UID: uid, GUIDEBOOK_GID: gid } = env
  const named = text ?? (uid !== undefined && gid !== undefined ? `${uid}:${gid}` : undefined)
  if (named === undefined)
    return isRoot() ? { uid: 10001, gid: 10001 } : { uid: ownUser(), gid: process.getgid?.() ?? 0 }
  const [, user, group] = /^(\d{1,9}):(\d{1,9})$/.exec(named) ?? []
  return user === undefined || group === undefined ? null : { uid: Number(user), gid: Number(group) }
}

const ownUser = (): number => process.getuid?.() ?? 0
/** Only root can give files to another user. */
export const isRoot = (): boolean => process.getuid?.() === 0
