import { randomBytes } from 'node:crypto'
import { type BrokerDefinitions, brokerDefinitions, brokerUrl, vhost } from '../servers/broker.ts'
import { roleUrl } from '../servers/roles.ts'
import { forEachService, type PerService } from '../services/for-each-service.ts'
import { type FormerFiles, formerJson, formerUrl } from './former-files.ts'
import type { DeploymentOptions } from './options.ts'

/** A secret of 192 random bits. Safe in URLs. */
export const newSecret = (): string => randomBytes(24).toString('base64url')

const passwordIn = (url: URL | undefined): string | undefined =>
  url === undefined || url.password === '' ? undefined : decodeURIComponent(url.password)

/** Whether the existing URL in this file is of another server than the one with the password in `servers/`. */
const isOther = (former: FormerFiles, file: string, stored: string | undefined): boolean => {
  const url = formerUrl(former, file)
  return url !== undefined && passwordIn(url) !== stored
}

interface Databases {
  administratorUrl: string
  urls: PerService<string>
  passwords: PerService<string>
  /** Of the superuser of a server that is set up with it. */
  superuserPassword: string | undefined
}

const secretPath = (service: string, name: string) => `secrets/${service}/${name}`

/** Without an option an existing URL stays as it is; with one it gets another server and keeps its password. */
export function databaseAccess({ databaseHost, databaseUrl }: DeploymentOptions, former: FormerFiles): Databases {
  const administratorFile = secretPath('migrate', 'DATABASE_ADMIN_URL')
  const passwordFile = former.text('servers/postgres-password')
  const isOwn =
    databaseUrl !== undefined || (databaseHost === undefined && isOther(former, administratorFile, passwordFile))
  const existing = databaseHost === undefined ? former.text(administratorFile) : undefined
  const superuserPassword = isOwn ? undefined : (passwordFile ?? newSecret())
  const administratorUrl =
    databaseUrl ?? existing ?? `postgres://postgres:${superuserPassword}@${databaseHost ?? 'postgres:5432'}/postgres`
  const isMoved = databaseHost !== undefined || databaseUrl !== undefined
  const formerOf = (service: string) => formerUrl(former, secretPath(service, 'DATABASE_URL'))
  const passwords = forEachService((service) => passwordIn(formerOf(service)) ?? newSecret())
  const urls = forEachService((service) => {
    const kept = isMoved ? undefined : former.text(secretPath(service, 'DATABASE_URL'))
    return kept ?? roleUrl(administratorUrl, service, passwords[service])
  })
  return { administratorUrl, urls, passwords, superuserPassword }
}

interface Brokers {
  administratorUrl: string
  urls: PerService<string>
  definitions: BrokerDefinitions
}

const administratorName = 'administrator'

export function brokerAccess({ brokerUrl: given }: DeploymentOptions, former: FormerFiles): Brokers {
  const formerAdministrator = formerUrl(former, secretPath('migrate', 'AMQP_URL'))
  const formerDefinitions = formerJson<BrokerDefinitions>(former, 'servers/rabbitmq-definitions.json')
  const hadAdministrator = formerDefinitions?.users.some(({ name }) => name === administratorName) ?? true
  const isOwn = given !== undefined || !hadAdministrator
  const administrator = {
    name: administratorName,
    password: passwordIn(isOwn ? undefined : formerAdministrator) ?? newSecret(),
    tags: ['administrator'],
  }
  const server = new URL(given ?? formerAdministrator?.href ?? brokerUrl('amqp://rabbitmq:5672', administrator))
  const host = decodeURIComponent(server.pathname.slice(1)) || vhost
  server.pathname = `/${encodeURIComponent(host)}`
  const formerOf = (service: string) => formerUrl(former, secretPath(service, 'AMQP_URL'))
  const passwords = forEachService((service) => passwordIn(formerOf(service)) ?? newSecret())
  const urls = forEachService((service) => {
    const kept = given === undefined ? former.text(secretPath(service, 'AMQP_URL')) : undefined
    return kept ?? brokerUrl(server.href, { name: service, password: passwords[service] }, host)
  })
  const definitions = brokerDefinitions({
    passwords,
    vhosts: [host],
    former: formerDefinitions,
    ...(!isOwn && { administrator }),
  })
  return { administratorUrl: server.href, urls, definitions }
}

interface Access {
  url: string
  /** Of a server that is set up with it; undefined for the operator's own. */
  password?: string
}

/**
 * A server with one user for all services: the given URL, else that of the last time, else that of a server in the deployment, with a
 * password in `servers/`.
 */
export function serverAccess(
  former: FormerFiles,
  { given, file, name, urlWith }: { given: string | undefined; file: string; name: string; urlWith(p: string): string },
): Access {
  if (given !== undefined) return { url: given }
  const [url, stored] = [former.text(file), former.text(`servers/${name}-password`)]
  if (url !== undefined && isOther(former, file, stored)) return { url }
  const password = stored ?? newSecret()
  return { url: url ?? urlWith(password), password }
}
