import { createHash } from 'node:crypto'
import { authservId, localDomain } from '../mail/smtp-catcher.ts'
import type { Certificate } from './certificate.ts'
import type { ServiceKeys } from './keys.ts'
import { forEachService, type ServiceName, serviceNames } from './names.ts'

/** Everything that the services are told about the system they are part of. */
export interface Surroundings {
  publicUrl: string
  ports: Record<ServiceName, number>
  healthPorts: Record<ServiceName, number>
  /** Of the gateway's listener for the other services. */
  internalPort: number
  admin: { port: number; token: string }
  databases: Record<ServiceName, string>
  amqp: Record<ServiceName, string>
  objectStoreUrl: string
  imapUrl: string
  smtpUrl: string
  keys: ServiceKeys
  receiver: Certificate & { port: number }
  /** Any text that is secret and stays the same; the key that stored webhook secrets are encrypted with comes from it. */
  webhookSecret: string
}

type Environment = Record<string, string>

const mail = ({ smtpUrl }: Surroundings): Environment => ({
  SMTP_URL: smtpUrl,
  MAIL_FROM: `Guidebook <no-reply@${localDomain}>`,
})

/** What a service is told beyond what all are. */
const own: Record<ServiceName, (surroundings: Surroundings) => Environment> = {
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
  webhooks: (surroundings) => ({
    ...mail(surroundings),
    // Private addresses are refused by default; the demonstration's receiver is on this machine, so it and no other port is let in.
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    WEBHOOK_ALLOWED_PORTS: String(surroundings.receiver.port),
    WEBHOOK_CA_FILE: surroundings.receiver.certificate,
    WEBHOOK_SECRETS_KEY: createHash('sha256').update(surroundings.webhookSecret).digest('base64'),
  }),
  importer: (surroundings) => ({
    ...mail(surroundings),
    IMAP_URL: surroundings.imapUrl,
    IMPORT_AUTHSERV_ID: authservId,
  }),
}

export const serviceUrl = (port: number) => `http://127.0.0.1:${port}`

/**
 * The environment of each service. What the caller has set passes through, so that `LOG_LEVEL=debug npm start` does what it says;
 * what makes up the system itself does not come from there, and npm's own variables are nobody's business.
 */
export function serviceEnvironments(
  surroundings: Surroundings,
  inherited: Readonly<NodeJS.ProcessEnv>,
): Record<ServiceName, Environment> {
  const passed = Object.entries(inherited).filter(
    ([name, value]) => value !== undefined && !/^(npm_|INIT_CWD$)/i.test(name),
  )
  const urls = Object.fromEntries(
    serviceNames.map((service) => [`${service.toUpperCase()}_URL`, serviceUrl(surroundings.ports[service])]),
  )
  return forEachService((service) => ({
    // Threads share what they have freed; glibc would keep it for each of them.
    MALLOC_ARENA_MAX: '2',
    // Blocks from this size on go back to the system when they are freed. After the first large one glibc would keep those up to 32 MiB.
    MALLOC_MMAP_THRESHOLD_: '1048576',
    // Somebody is watching: a mail need not wait as long as in operation.
    IMPORT_POLL: '2s',
    ...(Object.fromEntries(passed) as Environment),
    OTEL_SERVICE_NAME: service,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(surroundings.ports[service]),
    HEALTH_HOST: '127.0.0.1',
    HEALTH_PORT: String(surroundings.healthPorts[service]),
    PUBLIC_URL: surroundings.publicUrl,
    DATABASE_URL: surroundings.databases[service],
    AMQP_URL: surroundings.amqp[service],
    OBJECT_STORE_URL: surroundings.objectStoreUrl,
    INTERNAL_PRIVATE_KEY: `@${surroundings.keys.privateKey[service]}`,
    INTERNAL_PUBLIC_KEYS: JSON.stringify(surroundings.keys.publicKeys),
    ...urls,
    GATEWAY_URL: serviceUrl(surroundings.internalPort),
    ...own[service](surroundings),
  }))
}
