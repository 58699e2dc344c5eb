import { privateJwk, publicJwks } from '../identity/jwk.ts'
import { setting } from './setting.ts'

/** Settings of all services. A service adds its own: `{ ...commonSettings, SMTP_URL: setting.url(…) }`. */
export const commonSettings = {
  HTTP_HOST: setting.text({ default: '127.0.0.1' }),
  HTTP_PORT: setting.port(),
  /** `/livez`, `/readyz` and `/metrics` are on a separate listener: they need no token, so only operators should reach it. */
  HEALTH_HOST: setting.text({ default: '127.0.0.1' }),
  HEALTH_PORT: setting.port(),
  PUBLIC_URL: setting.url(),
  DATABASE_URL: setting.url({ protocols: ['postgres:', 'postgresql:'] }),
  AMQP_URL: setting.url({ protocols: ['amqp:', 'amqps:'] }),
  OBJECT_STORE_URL: setting.url({ protocols: ['file:', 's3:'] }),
  GATEWAY_URL: setting.url(),
  GEODATA_URL: setting.url(),
  RELEASES_URL: setting.url(),
  BUILDER_URL: setting.url(),
  WEBHOOKS_URL: setting.url(),
  IMPORTER_URL: setting.url(),
  INTERNAL_PRIVATE_KEY: setting.json(privateJwk),
  INTERNAL_PUBLIC_KEYS: setting.json(publicJwks),
  MAX_BODY_BYTES: setting.integer({ min: 1_024, default: 64 * 1024 * 1024 }),
  LARGE_BODIES_AT_ONCE: setting.integer({ min: 1, default: 4 }),
  LOG_LEVEL: setting.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], { default: 'info' }),
  /** Time for which a stopping service is not ready but still serves, so that clients and load balancers leave it. At least 5s with replicas. */
  SHUTDOWN_DELAY: setting.duration({ default: '0s' }),
  SHUTDOWN_DEADLINE: setting.duration({ default: '15s' }),
}
