import { commonSettings, type Settings, setting } from '@guidebook/service-kit'
import { parseNetworks, parsePorts, parseProxy } from '@guidebook/service-kit/outbound'
import { readKey } from './endpoint/secret-box.ts'

/** Settings from the environment. */
export const spec = {
  ...commonSettings,
  SMTP_URL: setting.url({ protocols: ['smtp:', 'smtps:'] }),
  MAIL_FROM: setting.text({ default: 'Guidebook service <no-reply@localhost>' }),
  /** 32 bytes in Base64. Encrypts the receivers' secrets. */
  WEBHOOK_SECRETS_KEY: setting.parsed(readKey),
  /** Networks besides public ones that webhooks may reach: `10.0.0.0/8, ::1/128`. */
  WEBHOOK_ALLOWED_NETWORKS: setting.parsed(parseNetworks, { default: [] }),
  /** Ports besides 443. */
  WEBHOOK_ALLOWED_PORTS: setting.parsed(parsePorts, { default: [] }),
  /** A PEM file with certificates of trusted authorities, in addition to the system's. */
  WEBHOOK_CA_FILE: setting.authorities({ optional: true }),
  /** A proxy for all webhooks, for a fixed outgoing address: `http://user:password@proxy.example:3128`. */
  WEBHOOK_PROXY_URL: setting.parsed(parseProxy, { optional: true }),
  WEBHOOK_TIMEOUT: setting.duration({ default: '15s' }),
  WEBHOOK_CONCURRENCY: setting.integer({ min: 1, max: 1000, default: 64 }),
  WEBHOOK_CONCURRENCY_PER_ENDPOINT: setting.integer({ min: 1, max: 1000, default: 16 }),
  /** Attempts per second to one endpoint. */
  WEBHOOK_RATE_PER_ENDPOINT: setting.integer({ min: 1, max: 100_000, default: 100 }),
  /** How long deliveries and their attempts are kept after they were acknowledged or have failed; `0`: for ever. */
  DELIVERY_RETENTION: setting.retention({ default: '365d' }),
  /** How long the previous secret continues to sign. */
  WEBHOOK_SECRET_OVERLAP: setting.duration({ default: '24h' }),
}

export type WebhooksSettings = Settings<typeof spec>
