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
  /** Requests of one key. */
  RATE_LIMIT_PER_MINUTE: setting.integer({ min: 1, default: 6_000 }),
  /** Requests of travellers from one network address: a hotel full of them may share it. */
  TRAVELLER_RATE_LIMIT_PER_MINUTE: setting.integer({ min: 1, default: 3_000 }),
  /** Requests with a wrong key from one network address. */
  WRONG_KEY_LIMIT_PER_MINUTE: setting.integer({ min: 1, default: 60 }),
  /** Where gateways count together; each counts for itself without it. */
  REDIS_URL: setting.url({ protocols: ['redis:', 'rediss:'], optional: true }),
  /** Proxies in front of the gateway that add to `X-Forwarded-For`. */
  TRUSTED_PROXIES: setting.integer({ min: 0, max: 10, default: 0 }),
  /** How long a service may take to begin its answer. */
  UPSTREAM_TIMEOUT: setting.duration({ default: '60s' }),
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
