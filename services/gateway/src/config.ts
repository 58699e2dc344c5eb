import { tmpdir } from 'node:os'
import { ConfigError, commonSettings, type Settings, setting } from '@guidebook/service-kit'

/** The settings of the environment. */
export const spec = {
  ...commonSettings,
  /** The listener for other services: their GATEWAY_URL. */
  INTERNAL_HOST: setting.text({ default: '127.0.0.1' }),
  INTERNAL_PORT: setting.port(),
  ADMIN_HOST: setting.text({ default: '127.0.0.1' }),
  ADMIN_PORT: setting.port(),
  ADMIN_TOKEN: setting.text({ file: true }),
  /** Requests of one account, all its keys together. */
  RATE_LIMIT_PER_MINUTE: setting.integer({ min: 1, default: 6_000 }),
  /** Requests of travellers from one network address, which all guests of a hotel may share. */
  TRAVELLER_RATE_LIMIT_PER_MINUTE: setting.integer({ min: 1, default: 3_000 }),
  /** Requests without a valid key (missing, malformed, unknown or revoked) from one network address. */
  WRONG_KEY_LIMIT_PER_MINUTE: setting.integer({ min: 1, default: 60 }),
  /** Counters that all gateways share; without it, each gateway counts separately. */
  REDIS_URL: setting.url({ protocols: ['redis:', 'rediss:'], optional: true }),
  /** Proxies in front of the gateway that add to `X-Forwarded-For`. */
  TRUSTED_PROXIES: setting.integer({ min: 0, max: 10, default: 0 }),
  /** How long a service may take until its response starts. */
  UPSTREAM_TIMEOUT: setting.duration({ default: '60s' }),
  /** Connections to each service. */
  UPSTREAM_CONNECTIONS: setting.integer({ min: 1, default: 128 }),
  /** Largest number of them for one account, or for the travellers at one network address. */
  UPSTREAM_CONNECTIONS_PER_OWNER: setting.integer({ min: 1, default: 32 }),
  /** Requests that may wait for a connection to one service. */
  UPSTREAM_WAITING: setting.integer({ min: 0, default: 1_000 }),
  /** How long one of them waits. */
  UPSTREAM_WAIT: setting.duration({ default: '30s' }),
  /** Concurrent requests of an account. */
  CONCURRENT_REQUESTS_PER_ACCOUNT: setting.integer({ min: 1, default: 200 }),
  /** Concurrent requests of the travellers at one network address. */
  CONCURRENT_REQUESTS_PER_ADDRESS: setting.integer({ min: 1, default: 400 }),
  /** Time in which a body must arrive; its bytes extend it. */
  BODY_GRACE: setting.duration({ default: '20s' }),
  /** Bytes of a body that extend its time by a second. */
  BODY_BYTES_PER_SECOND: setting.integer({ min: 1, default: 500 }),
  /** How long a client may read no byte of a waiting response. */
  ANSWER_STALL_TIMEOUT: setting.duration({ default: '30s' }),
  /** The lowest rate at which a client may read a large response. */
  ANSWER_BYTES_PER_SECOND: setting.integer({ min: 1, default: 2_000 }),
  /** Folder for large bodies and responses of slow clients; should be on a disk, not in memory. */
  SPOOL_DIRECTORY: setting.text({ default: tmpdir() }),
  /** Bytes of all files in it. */
  SPOOL_BYTES: setting.integer({ min: 1, default: 4 * 1024 ** 3 }),
  /** How long changes and failed requests can be found by their request id; `0`: for ever. */
  REQUEST_JOURNAL_RETENTION: setting.retention({ default: '14d' }),
  /** Connections of clients. */
  MAX_CONNECTIONS: setting.integer({ min: 1, default: 10_000 }),
  /** Connections from one network address; not used behind proxies. */
  MAX_CONNECTIONS_PER_ADDRESS: setting.integer({ min: 1, default: 1_000 }),
}

export type GatewaySettings = Settings<typeof spec>

/** Characters of the admin token: a shorter one could be guessed. */
const shortestToken = 20

export function requireStrongToken({ ADMIN_TOKEN }: Pick<GatewaySettings, 'ADMIN_TOKEN'>): void {
  if (ADMIN_TOKEN.length < shortestToken) {
    throw new ConfigError([`ADMIN_TOKEN must have at least ${shortestToken} characters`])
  }
}
