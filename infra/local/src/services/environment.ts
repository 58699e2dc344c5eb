import { createHash } from 'node:crypto'
import { authservId, localDomain } from '../mail/smtp-catcher.ts'
import type { Certificate } from './certificate.ts'
import type { ServiceKeys } from './keys.ts'
import { forEachService, type ServiceName, serviceNames } from './names.ts'

/** Everything that the services need to know about the system. */
export interface SystemSettings {
  publicUrl: string
  ports: Record<ServiceName, number>
  healthPorts: Record<ServiceName, number>
  /** The gateway's listener for the other services. */
  internalPort: number
  admin: { port: number; token: string }
  databases: Record<ServiceName, string>
  amqp: Record<ServiceName, string>
  objectStoreUrl: string
  imapUrl: string
  smtpUrl: string
  keys: ServiceKeys
  receiver: Certificate & { port: number }
  /** A secret that never changes: the key that encrypts stored webhook secrets is derived from it. */
  webhookSecret: string
}

type Environment = Record<string, string>

const mail = ({ smtpUrl }: SystemSettings): Environment => ({
  SMTP_URL: smtpUrl,
  MAIL_FROM: `Guidebook <no-reply@${localDomain}>`,
})

/** Variables of one service only. */
const specific: Record<ServiceName, (settings: SystemSettings) => Environment> = {
  gateway: ({ admin, internalPort }) => ({
    INTERNAL_HOST: '127.0.0.1',
    INTERNAL_PORT: String(internalPort),
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: String(admin.port),
    ADMIN_TOKEN: admin.token,
  }),
  geodata: () => ({}),
  releases: mail,
  builder: () => ({}),
  webhooks: (settings) => ({
    ...mail(settings),
    // Webhooks reject private addresses by default. The demonstration's receiver is on this machine, so its port is allowed.
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    WEBHOOK_ALLOWED_PORTS: String(settings.receiver.port),
    WEBHOOK_CA_FILE: settings.receiver.certificate,
    WEBHOOK_SECRETS_KEY: createHash('sha256').update(settings.webhookSecret).digest('base64'),
  }),
  importer: (settings) => ({
    ...mail(settings),
    IMAP_URL: settings.imapUrl,
    IMPORT_AUTHSERV_ID: authservId,
  }),
}

export const serviceUrl = (port: number) => `http://127.0.0.1:${port}`

/**
 * The environment of each service. The caller's variables pass through, so that `LOG_LEVEL=debug npm start` works. They do not
 * override the variables of the system itself, and npm's own variables are removed.
 */
export function serviceEnvironments(
  settings: SystemSettings,
  inherited: Readonly<NodeJS.ProcessEnv>,
): Record<ServiceName, Environment> {
  const passed = Object.entries(inherited).filter(
    ([name, value]) => value !== undefined && !/^(npm_|INIT_CWD$)/i.test(name),
  )
  const urls = Object.fromEntries(
    serviceNames.map((service) => [`${service.toUpperCase()}_URL`, serviceUrl(settings.ports[service])]),
  )
  return forEachService((service) => ({
    // Threads share freed memory; glibc would keep it per thread.
    MALLOC_ARENA_MAX: '2',
    // Freed blocks of at least this size (bytes) return to the system. Otherwise glibc raises the threshold up to 32 MiB.
    MALLOC_MMAP_THRESHOLD_: '1048576',
    // A person is watching: poll more often than in production.
    IMPORT_POLL: '2s',
    ...(Object.fromEntries(passed) as Environment),
    OTEL_SERVICE_NAME: service,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(settings.ports[service]),
    HEALTH_HOST: '127.0.0.1',
    HEALTH_PORT: String(settings.healthPorts[service]),
    PUBLIC_URL: settings.publicUrl,
    DATABASE_URL: settings.databases[service],
    AMQP_URL: settings.amqp[service],
    OBJECT_STORE_URL: settings.objectStoreUrl,
    INTERNAL_PRIVATE_KEY: `@${settings.keys.privateKey[service]}`,
    INTERNAL_PUBLIC_KEYS: JSON.stringify(settings.keys.publicKeys),
    ...urls,
    GATEWAY_URL: serviceUrl(settings.internalPort),
    ...specific[service](settings),
  }))
}
