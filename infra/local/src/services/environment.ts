import { createHash } from 'node:crypto'
import { type Deployment, serviceEnvironment } from '@guidebook/deployment'
import { authservId, localDomain } from '../mail/smtp-catcher.ts'
import type { Certificate } from './certificate.ts'
import type { ServiceKeys } from './keys.ts'
import { forEachService, type ServiceName } from './names.ts'

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
  receiver: Certificate & { port: number; morePorts: readonly number[] }
  /** A secret that never changes: the key that encrypts stored webhook secrets is derived from it. */
  webhookSecret: string
}

type Environment = Record<string, string>

/** Variables of one service only that depend on this machine. */
const specific: Partial<Record<ServiceName, (settings: SystemSettings) => Environment>> = {
  gateway: ({ admin, internalPort }) => ({
    INTERNAL_HOST: '127.0.0.1',
    INTERNAL_PORT: String(internalPort),
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: String(admin.port),
  }),
  webhooks: ({ receiver }) => ({
    // Webhooks reject private addresses by default. Receivers of the demonstration and of tests are on this machine.
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    WEBHOOK_ALLOWED_PORTS: [receiver.port, ...receiver.morePorts].join(','),
    WEBHOOK_CA_FILE: receiver.certificate,
  }),
  importer: () => ({ IMPORT_AUTHSERV_ID: authservId }),
}

const deploymentOf = (settings: SystemSettings): Deployment => ({
  ...settings,
  brokers: settings.amqp,
  urls: {
    ...forEachService((service) => serviceUrl(settings.ports[service])),
    gateway: serviceUrl(settings.internalPort),
  },
  mailFrom: `Guidebook <no-reply@${localDomain}>`,
  adminToken: settings.admin.token,
  webhookSecretsKey: createHash('sha256').update(settings.webhookSecret).digest('base64'),
  privateKeys: forEachService((service) => `@${settings.keys.privateKey[service]}`),
  publicKeys: settings.keys.publicKeys,
})

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
  const deployment = deploymentOf(settings)
  const common = forEachService((service) => serviceEnvironment(service, deployment))
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
    ...common[service].settings,
    ...common[service].secrets,
    ...specific[service]?.(settings),
  }))
}
