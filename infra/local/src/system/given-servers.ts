import { LocalFault } from '../fault.ts'
import { type ServiceName, serviceNames } from '../services/names.ts'

/** Servers that the caller names by the environment: they are used instead of ours, and never started, configured or stopped; schemas and queues are created in them. */
export interface GivenServers {
  databases: Partial<Record<ServiceName, string>>
  amqpUrl?: string
  imapUrl?: string
  smtpUrl?: string
  objectStoreUrl?: string
}

const protocols = {
  DATABASE_URL: ['postgres:', 'postgresql:'],
  AMQP_URL: ['amqp:', 'amqps:'],
  IMAP_URL: ['imap:', 'imaps:'],
  SMTP_URL: ['smtp:', 'smtps:'],
  OBJECT_STORE_URL: ['file:', 's3:'],
} as const

/** Reads `DATABASE_URL_<SERVICE>`, `AMQP_URL` and so on. A value that can't be read is never taken as "not given". */
export function givenServers(env: Readonly<Record<string, string | undefined>>): GivenServers {
  const faults: string[] = []
  const read = (name: string, allowed: readonly string[]) => {
    const text = env[name]
    if (text === undefined) return undefined
    const protocol = URL.parse(text)?.protocol
    if (protocol && allowed.includes(protocol)) return text
    faults.push(`${name} must begin with ${allowed.map((one) => `${one}//`).join(' or ')}`)
    return undefined
  }
  const optional = <Key extends string>(key: Key, value: string | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { [K in Key]?: string }
  const databases = Object.assign(
    {},
    ...serviceNames.map((service) =>
      optional(service, read(`DATABASE_URL_${service.toUpperCase()}`, protocols.DATABASE_URL)),
    ),
  ) as GivenServers['databases']
  const given = {
    databases,
    ...optional('amqpUrl', read('AMQP_URL', protocols.AMQP_URL)),
    ...optional('imapUrl', read('IMAP_URL', protocols.IMAP_URL)),
    ...optional('smtpUrl', read('SMTP_URL', protocols.SMTP_URL)),
    ...optional('objectStoreUrl', read('OBJECT_STORE_URL', protocols.OBJECT_STORE_URL)),
  }
  if (faults.length > 0) throw new LocalFault(faults.join('; '))
  return given
}
