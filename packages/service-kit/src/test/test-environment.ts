import { type ServiceName, serviceNames } from '@guidebook/contracts'
import type { TestKeys } from './test-keys.ts'

/** Where nobody answers. */
export const nowhere = 'http://127.0.0.1:9'

export interface TestEnvironmentOptions {
  service: ServiceName
  keys: TestKeys
  databaseUrl: string
  amqpUrl: string
  objectStoreUrl: string
  /** Where the other services are played; those that are left out are nowhere. */
  urls?: Partial<Record<ServiceName, string>>
}

/** The environment that every service is told (`commonSettings`), for `readSettings`; it listens at any free port. */
export function testEnvironment({ service, keys, urls = {}, ...servers }: TestEnvironmentOptions) {
  return {
    HTTP_PORT: '0',
    HEALTH_PORT: '0',
    PUBLIC_URL: nowhere,
    DATABASE_URL: servers.databaseUrl,
    AMQP_URL: servers.amqpUrl,
    OBJECT_STORE_URL: servers.objectStoreUrl,
    ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, urls[name] ?? nowhere])),
    INTERNAL_PRIVATE_KEY: JSON.stringify(keys.privateKeys[service]),
    INTERNAL_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
  }
}
