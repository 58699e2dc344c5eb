import { commonSettings, mailSettings, type Settings, setting } from '@guidebook/service-kit'
import { parseNetworks, parsePorts, parseProxy } from '@guidebook/service-kit/outbound'
import { readKey } from './endpoint/secret-box.ts'

/** Settings from the environment. */
export const spec = {
  ...commonSettings,
  ...mailSettings,
  WEBHOOK_SECRETS_KEY: setting.parsed('32 bytes in Base64', readKey, {
    description: "Encrypts the receivers' secrets; a backup without it cannot be used.",
    secret: true,
  }),
  WEBHOOK_ALLOWED_NETWORKS: setting.parsed('networks', parseNetworks, {
    description: 'Networks besides public ones that webhooks may reach, such as `10.0.0.0/8, ::1/128`.',
    default: [],
  }),
  WEBHOOK_ALLOWED_PORTS: setting.parsed('ports', parsePorts, {
    description: 'Ports besides 443 that webhooks may reach.',
    default: [],
  }),
  WEBHOOK_CA_FILE: setting.authorities({
    description: 'Certificate authorities of receivers, trusted besides the public ones.',
    optional: true,
  }),
  WEBHOOK_PROXY_URL: setting.parsed('URL: http://, https://', parseProxy, {
    description: 'Proxy for all webhooks, for a fixed outgoing address: `http://user:password@proxy.example:3128`.',
    optional: true,
    secret: true,
  }),
  WEBHOOK_TIMEOUT: setting.duration({ description: 'Time limit of an attempt.', default: '15s' }),
  WEBHOOK_CONCURRENCY: setting.integer({
    description: 'Concurrent attempts of one process.',
    min: 1,
    max: 1000,
    default: 64,
  }),
  WEBHOOK_CONCURRENCY_PER_ENDPOINT: setting.integer({
    description: 'Concurrent attempts to one endpoint, by all processes.',
    min: 1,
    max: 1000,
    default: 16,
  }),
  WEBHOOK_RATE_PER_ENDPOINT: setting.integer({
    description: 'Attempts per second to one endpoint, by all processes.',
    min: 1,
    max: 100_000,
    default: 100,
  }),
  WEBHOOK_SECRET_OVERLAP: setting.duration({
    description: 'How long the previous secret of an endpoint continues to sign.',
    default: '24h',
  }),
  DELIVERY_RETENTION: setting.retention({
    description: 'How long deliveries and their attempts are kept after they were acknowledged or have failed.',
    default: '365d',
  }),
}

export type WebhooksSettings = Settings<typeof spec>
