import { ConfigError, commonSettings, type Settings, setting } from '@guidebook/service-kit'
import { type OutboundPolicy, type OutboundProxy, outboundPolicy, parseProxy } from '@guidebook/service-kit/outbound'

/** Settings from the environment. */
export const spec = {
  ...commonSettings,
  SMTP_URL: setting.url({ protocols: ['smtp:', 'smtps:'] }),
  MAIL_FROM: setting.text({ default: 'Guidebook service <no-reply@localhost>' }),
  /** 32 bytes in Base64. Encrypts the receivers' secrets. */
  WEBHOOK_SECRETS_KEY: setting.text({ file: true }),
  /** Networks besides public ones that webhooks may reach: `10.0.0.0/8, ::1/128`. */
  WEBHOOK_ALLOWED_NETWORKS: setting.text({ default: '' }),
  /** Ports besides 443. */
  WEBHOOK_ALLOWED_PORTS: setting.text({ default: '' }),
  /** A PEM file with certificates of trusted authorities, in addition to the system's. */
  WEBHOOK_CA_FILE: setting.authorities({ optional: true }),
  /** A proxy for all webhooks, for a fixed outgoing address: `http://user:password@proxy.example:3128`. */
  WEBHOOK_PROXY_URL: setting.text({ optional: true, file: true }),
  WEBHOOK_TIMEOUT: setting.duration({ default: '15s' }),
  WEBHOOK_CONCURRENCY: setting.integer({ min: 1, max: 1000, default: 64 }),
  WEBHOOK_CONCURRENCY_PER_ENDPOINT: setting.integer({ min: 1, max: 1000, default: 16 }),
  /** Attempts per second to one endpoint. */
  WEBHOOK_RATE_PER_ENDPOINT: setting.integer({ min: 1, max: 100_000, default: 100 }),
  /** How long the previous secret continues to sign. */
  WEBHOOK_SECRET_OVERLAP: setting.duration({ default: '24h' }),
}

export interface WebhooksConfig {
  settings: Settings<typeof spec>
  secretsKey: Buffer
  destinations: OutboundPolicy
  proxy: OutboundProxy | undefined
}

/** Parses settings that need more than their own form. Throws a ConfigError with all faults. */
export const configFrom = (settings: Settings<typeof spec>): WebhooksConfig => {
  const faults: string[] = []
  const read = <T>(name: string, read: () => T, otherwise: T): T => {
    try {
      return read()
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}`)
      return otherwise
    }
  }
  const config = {
    settings,
    secretsKey: read('WEBHOOK_SECRETS_KEY', () => readKey(settings.WEBHOOK_SECRETS_KEY), Buffer.alloc(0)),
    destinations: outboundPolicy(
      'WEBHOOK',
      {
        networks: settings.WEBHOOK_ALLOWED_NETWORKS,
        ports: settings.WEBHOOK_ALLOWED_PORTS,
        authorities: settings.WEBHOOK_CA_FILE,
      },
      read,
    ),
    proxy: read('WEBHOOK_PROXY_URL', () => readProxy(settings.WEBHOOK_PROXY_URL), undefined),
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

const readProxy = (text: string | undefined) => (text === undefined ? undefined : parseProxy(text))

const readKey = (text: string): Buffer => {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error('must be 32 bytes in Base64')
  return key
}
