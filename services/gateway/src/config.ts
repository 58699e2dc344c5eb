import { ConfigError, commonSettings, type Settings, setting } from '@guidebook/service-kit'

/** What the environment says. */
export const spec = {
  ...commonSettings,
  ADMIN_HOST: setting.text({ default: '127.0.0.1' }),
  ADMIN_PORT: setting.port(),
  ADMIN_TOKEN: setting.text({ file: true }),
  RATE_LIMIT_PER_MINUTE: setting.integer({ min: 1, default: 6_000 }),
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
