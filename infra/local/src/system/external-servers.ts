import { type ServiceName, serviceNames } from '../services/names.ts'
import { UserFacingError } from '../user-facing-error.ts'

/** Servers that the environment names. The system creates schemas and queues in them, but never starts, configures or stops them. */
export interface ExternalServers {
  databases: Partial<Record<ServiceName, string>>
  amqpUrl?: string
  imapUrl?: string
  smtpUrl?: string
  objectStoreUrl?: string
}

/** Whether each service has an external database, so that no PostgreSQL starts. */
export const hasExternalDatabases = ({ databases }: ExternalServers): boolean =>
  serviceNames.every((service) => databases[service] !== undefined)

const protocols = {
  DATABASE_URL: ['postgres:', 'postgresql:'],
  AMQP_URL: ['amqp:', 'amqps:'],
  IMAP_URL: ['imap:', 'imaps:'],
  SMTP_URL: ['smtp:', 'smtps:'],
  OBJECT_STORE_URL: ['file:', 's3:'],
} as const

/** Reads `DATABASE_URL_<SERVICE>`, `AMQP_URL` and so on. An unreadable value is an error; it never counts as absent. */
export function externalServers(env: Readonly<Record<string, string | undefined>>): ExternalServers {
  const errors: string[] = []
  const read = (name: string, allowed: readonly string[]) => {
    const text = env[name]
    if (text === undefined) return undefined
    const protocol = URL.parse(text)?.protocol
    if (protocol && allowed.includes(protocol)) return text
    errors.push(`${name} must begin with ${allowed.map((one) => `${one}//`).join(' or ')}`)
    return undefined
  }
  const optional = <Key extends string>(key: Key, value: string | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { [K in Key]?: string }
  const databases = Object.assign(
    {},
    ...serviceNames.map((service) =>
      optional(service, read(`DATABASE_URL_${service.toUpperCase()}`, protocols.DATABASE_URL)),
    ),
  ) as ExternalServers['databases']
  const external = {
    databases,
    ...optional('amqpUrl', read('AMQP_URL', protocols.AMQP_URL)),
    ...optional('imapUrl', read('IMAP_URL', protocols.IMAP_URL)),
    ...optional('smtpUrl', read('SMTP_URL', protocols.SMTP_URL)),
    ...optional('objectStoreUrl', read('OBJECT_STORE_URL', protocols.OBJECT_STORE_URL)),
  }
  if (errors.length > 0) throw new UserFacingError(errors.join('; '))
  return external
}
