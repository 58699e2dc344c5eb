import { tmpdir } from 'node:os'
import { ConfigError, commonSettings, type Settings, setting } from '@guidebook/service-kit'

/** What the environment says. */
export const spec = {
  ...commonSettings,
  /** Where other services ask about accounts: their GATEWAY_URL. */
  INTERNAL_HOST: setting.text({ default: '127.0.0.1' }),
  INTERNAL_PORT: setting.port(),
  ADMIN_HOST: setting.text({ default: '127.0.0.1' }),
  ADMIN_PORT: setting.port(),
  ADMIN_TOKEN: setting.text({ file: true }),
  /** Requests of one account, with all its keys together. */
  RATE_LIMIT_PER_MINUTE: setting.integer({ min: 1, default: 6_000 }),
  /** Requests of travellers from one network address: a hotel full of them may share it. */
  TRAVELLER_RATE_LIMIT_PER_MINUTE: setting.integer({ min: 1, default: 3_000 }),
  /** Requests without a valid key (missing, malformed, unknown or revoked) from one network address. */
  WRONG_KEY_LIMIT_PER_MINUTE: setting.integer({ min: 1, default: 60 }),
  /** Where gateways count together; each counts for itself without it. */
  REDIS_URL: setting.url({ protocols: ['redis:', 'rediss:'], optional: true }),
  /** Proxies in front of the gateway that add to `X-Forwarded-For`. */
  TRUSTED_PROXIES: setting.integer({ min: 0, max: 10, default: 0 }),
  /** How long a service may take to begin its answer. */
  UPSTREAM_TIMEOUT: setting.duration({ default: '60s' }),
  /** Connections to each service. */
  UPSTREAM_CONNECTIONS: setting.integer({ min: 1, default: 128 }),
  /** How many of them one account, or the travellers at one network address, may hold. */
  UPSTREAM_CONNECTIONS_PER_OWNER: setting.integer({ min: 1, default: 32 }),
  /** Requests that may wait for a connection to one service. */
  UPSTREAM_WAITING: setting.integer({ min: 0, default: 1_000 }),
  /** How long one of them waits. */
  UPSTREAM_WAIT: setting.duration({ default: '30s' }),
  /** Requests that an account may have under way at once. */
  CONCURRENT_REQUESTS_PER_ACCOUNT: setting.integer({ min: 1, default: 200 }),
  /** Requests that the travellers at one network address may have under way at once. */
  CONCURRENT_REQUESTS_PER_ADDRESS: setting.integer({ min: 1, default: 400 }),
  /** Time in which a body must arrive, before its bytes extend it. */
  BODY_GRACE: setting.duration({ default: '20s' }),
  /** So many bytes of a body extend its time by a second. */
  BODY_BYTES_PER_SECOND: setting.integer({ min: 1, default: 500 }),
  /** How long a client may take no byte of a waiting answer. */
  ANSWER_STALL_TIMEOUT: setting.duration({ default: '30s' }),
  /** The slowest pace at which a client may take a large answer. */
  ANSWER_BYTES_PER_SECOND: setting.integer({ min: 1, default: 2_000 }),
  /** Where large bodies and answers wait for slow clients; should be on a disk, not in memory. */
  SPOOL_DIRECTORY: setting.text({ default: tmpdir() }),
  /** Bytes of all of them together. */
  SPOOL_BYTES: setting.integer({ min: 1, default: 4 * 1024 ** 3 }),
  /** Connections of clients. */
  MAX_CONNECTIONS: setting.integer({ min: 1, default: 10_000 }),
  /** Connections from one network address; not used behind proxies. */
  MAX_CONNECTIONS_PER_ADDRESS: setting.integer({ min: 1, default: 1_000 }),
}

export interface GatewayConfig {
  settings: Settings<typeof spec>
}

/** Shorter ones could be guessed. */
const shortestToken = 20

export function configFrom(settings: Settings<typeof spec>): GatewayConfig {
  if (settings.ADMIN_TOKEN.length < shortestToken) {
    throw new ConfigError([`ADMIN_TOKEN must have at least ${shortestToken} characters`])
  }
  return { settings }
}
