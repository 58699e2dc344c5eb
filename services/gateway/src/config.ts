import { tmpdir } from 'node:os'
import { ConfigError, commonSettings, mailSettings, type Settings, setting } from '@guidebook/service-kit'

/** The settings of the environment. */
export const spec = {
  ...commonSettings,
  INTERNAL_HOST: setting.text({
    description: 'Address of the listener for other services: their `GATEWAY_URL`.',
    default: '127.0.0.1',
  }),
  INTERNAL_PORT: setting.port({ description: 'Port of that listener.' }),
  ADMIN_HOST: setting.text({ description: 'Address of the listener for support.', default: '127.0.0.1' }),
  ADMIN_PORT: setting.port({ description: 'Port of that listener.' }),
  ADMIN_TOKEN: setting.text({
    description:
      'Shared token of the listener for support, for the first set-up; at least 20 characters. People have personal tokens.',
    secret: true,
  }),
  RATE_LIMIT_PER_MINUTE: setting.integer({
    description: 'Requests per minute of one account, all its keys together.',
    min: 1,
    default: 6_000,
  }),
  TRAVELLER_RATE_LIMIT_PER_MINUTE: setting.integer({
    description: 'Requests per minute of travellers from one network address, which all guests of a hotel may share.',
    min: 1,
    default: 3_000,
  }),
  WRONG_KEY_LIMIT_PER_MINUTE: setting.integer({
    description:
      'Requests per minute without a valid key (missing, malformed, unknown or revoked) from one network address.',
    min: 1,
    default: 300,
  }),
  SIGN_IN_LIMIT_PER_MINUTE: setting.integer({
    description:
      'Attempts per minute to sign in to the portal from one network address, which all people of an office may share.',
    min: 1,
    default: 30,
  }),
  WRONG_ADMIN_TOKEN_LIMIT_PER_MINUTE: setting.integer({
    description:
      'Attempts per minute with a wrong admin token from one network address; ten times as many from all of them. Valid personal tokens pass.',
    min: 1,
    default: 30,
  }),
  PORTAL_SESSION_IDLE: setting.duration({
    description: 'How long a session of the portal lasts without a request.',
    default: '12h',
  }),
  PORTAL_SESSION_LIFETIME: setting.duration({
    description: 'How long a session of the portal lasts at most.',
    default: '14d',
  }),
  OPENID_ISSUER: setting.url({
    description:
      'OpenID provider where people can sign in to the portal; it must vouch for their addresses (`email_verified`).',
    protocols: ['https:', 'http:'],
    optional: true,
  }),
  OPENID_CLIENT_ID: setting.text({
    description: 'The client there. Its redirect address is `<PUBLIC_URL>/portal/sign-in/openid/callback`.',
    optional: true,
  }),
  OPENID_CLIENT_SECRET: setting.text({ description: 'Secret of that client.', optional: true, secret: true }),
  OPENID_NAME: setting.text({ description: 'Name of the provider, for the button in the portal.', default: 'OpenID' }),
  ...mailSettings,
  SMTP_URL: setting.url({
    description:
      'Server for outgoing mails: invitations to the portal, and codes to sign in. Without it, nobody gets a code.',
    protocols: ['smtp:', 'smtps:'],
    optional: true,
    secret: true,
  }),
  REQUEST_JOURNAL_RETENTION: setting.retention({
    description: 'How long changes and failed requests can be found by their request id.',
    default: '14d',
  }),
  ADMIN_LOG_RETENTION: setting.retention({
    description: 'How long the log of changes by support is kept.',
    default: '730d',
  }),
  REDIS_URL: setting.url({
    description:
      'Counters that all gateways share; without it, or while it is unavailable, each gateway counts for itself.',
    protocols: ['redis:', 'rediss:'],
    optional: true,
    secret: true,
  }),
  TRUSTED_PROXIES: setting.integer({
    description:
      'Proxies in front of the gateway that add to `X-Forwarded-For` (`setup` writes 1); with too few, all clients share the address of a proxy.',
    min: 0,
    max: 10,
    default: 0,
  }),
  UPSTREAM_TIMEOUT: setting.duration({
    description: 'How long a service may take to begin its response, and between parts of it.',
    default: '60s',
  }),
  UPSTREAM_CONNECTIONS: setting.integer({
    description:
      'Connections to each service: so many for accounts, and as many for travellers. Event streams have others.',
    min: 1,
    default: 128,
  }),
  UPSTREAM_CONNECTIONS_PER_ACCOUNT: setting.integer({
    description: 'Largest number of them for one account.',
    min: 1,
    default: 16,
  }),
  UPSTREAM_CONNECTIONS_PER_ADDRESS: setting.integer({
    description: 'Largest number of them for the travellers at one network address.',
    min: 1,
    default: 4,
  }),
  UPSTREAM_WAITING: setting.integer({
    description: 'Requests of accounts that may wait for a connection to one service, and as many of travellers.',
    min: 0,
    default: 1_000,
  }),
  UPSTREAM_WAIT: setting.duration({ description: 'How long one of them waits.', default: '30s' }),
  CONCURRENT_REQUESTS_PER_ACCOUNT: setting.integer({
    description: 'Concurrent requests of an account.',
    min: 1,
    default: 200,
  }),
  CONCURRENT_REQUESTS_PER_ADDRESS: setting.integer({
    description: 'Concurrent requests of the travellers at one network address.',
    min: 1,
    default: 400,
  }),
  BODY_GRACE: setting.duration({
    description: 'Time in which a body must arrive, before its bytes extend it.',
    default: '20s',
  }),
  BODY_BYTES_PER_SECOND: setting.integer({
    description: 'Bytes of a body that extend its time by a second.',
    min: 1,
    default: 500,
  }),
  ANSWER_STALL_TIMEOUT: setting.duration({
    description: 'How long a client may read no byte of a waiting response, and before the next setting applies.',
    default: '30s',
  }),
  ANSWER_BYTES_PER_SECOND: setting.integer({
    description: 'The lowest rate at which a client may read a response that waits in a file.',
    min: 1,
    default: 2_000,
  }),
  SPOOL_DIRECTORY: setting.text({
    description: 'Folder for bodies above 64 KiB and for responses of slow clients; use a disk, not memory.',
    default: tmpdir(),
    describedDefault: 'folder for temporary files',
  }),
  SPOOL_BYTES: setting.integer({
    description: 'Bytes of all files in it; one owner can hold at most an eighth of what is free.',
    min: 1,
    default: 4 * 1024 ** 3,
  }),
  MAX_CONNECTIONS: setting.integer({
    description: 'Connections of clients; one address can hold at most an eighth of what is free.',
    min: 1,
    default: 10_000,
  }),
  MAX_CONNECTIONS_PER_ADDRESS: setting.integer({
    description:
      'Connections from one network address; not applied with `TRUSTED_PROXIES`, as they all come from a proxy.',
    min: 1,
    default: 1_000,
  }),
}

export type GatewaySettings = Settings<typeof spec>

/** Characters of the admin token: a shorter one could be guessed. */
const shortestToken = 20

export function requireStrongToken({ ADMIN_TOKEN }: Pick<GatewaySettings, 'ADMIN_TOKEN'>): void {
  if (ADMIN_TOKEN.length < shortestToken) {
    throw new ConfigError([`ADMIN_TOKEN must have at least ${shortestToken} characters`])
  }
}

/** Some of the settings of a provider would silently mean none. */
export function requireCompleteOpenId(settings: GatewaySettings): void {
  const names = ['OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET'] as const
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return
  throw new ConfigError(missing.map((name) => `${name} is missing: the OpenID provider needs ${names.join(', ')}`))
}
