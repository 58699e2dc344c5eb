import { randomBytes } from 'node:crypto'
import { serviceNames } from '@guidebook/contracts'
import type { JWK } from 'jose'
import { rolesScript } from '../servers/roles.ts'
import { type Deployment, serviceEnvironment } from '../services/environment.ts'
import { forEachService } from '../services/for-each-service.ts'
import { createServiceKey, publicKeyOf } from '../services/keys.ts'
import { envFile, settingIn } from './env-file.ts'
import { DamagedFileError, type FormerFiles, formerJson } from './former-files.ts'
import { kustomization } from './kustomization.ts'
import type { DeploymentOptions } from './options.ts'
import { brokerAccess, databaseAccess, newSecret, serverAccess } from './server-access.ts'

/** Where a container has its secrets. */
const secretsFolder = '/run/guidebook'

/** The file by which a folder is recognised as one of setup. */
export const markerFile = 'compose.env'

/** User and group of the files, and of the containers that read them. */
export interface Owner {
  uid: number
  gid: number
}

/** The mail servers of `docker-compose.override.yml`, which are for trying: without TLS, and with their own statement of who sent a mail. */
const tryingMail = { IMAP_ALLOW_CLEARTEXT: 'true', IMPORT_AUTHSERV_ID: 'mx.guidebook.test' }

/** With replicas, load balancers need some seconds to notice that one stops. */
const shutdownDelay = '5s'

/**
 * All files of a deployment, by their paths in its folder. Every secret of `former` stays; missing ones are created. The options must have no
 * faults. Throws a `DamagedFileError`.
 */
export async function deploymentFiles(
  options: DeploymentOptions,
  former: FormerFiles,
  owner: Owner,
): Promise<Map<string, string>> {
  // First, so that a folder is recognised even if writing was interrupted.
  const marker = `# Written by \`guidebook setup\`.\nGUIDEBOOK_UID=${owner.uid}\nGUIDEBOOK_GID=${owner.gid}\n`
  const files = new Map([[markerFile, marker]])
  const addSecret = (path: string, value: string) => files.set(path, `${value}\n`)
  const secret = (path: string, create = newSecret) => former.text(path) ?? create()

  const databases = databaseAccess(options, former)
  const brokers = brokerAccess(options, former)
  const { store, imap, redis } = otherServers(options, former)
  const keys = await serviceKeys(former)
  const formerSetting = (name: string, service = 'gateway') => settingIn(former.text(`env/${service}.env`), name)

  const deployment: Deployment = {
    publicUrl: (options.publicUrl ?? formerSetting('PUBLIC_URL') ?? 'http://localhost:8080').replace(/\/$/, ''),
    urls: forEachService((service) => (service === 'gateway' ? 'http://gateway:8081' : `http://${service}:8080`)),
    databases: databases.urls,
    brokers: brokers.urls,
    objectStoreUrl: store.url,
    smtpUrl: options.smtpUrl ?? former.text('secrets/releases/SMTP_URL') ?? 'smtp://mail:2525',
    mailFrom: options.mailFrom ?? formerSetting('MAIL_FROM', 'releases') ?? 'Guidebook <no-reply@guidebook.test>',
    imapUrl: imap.url,
    ...(redis !== undefined && { redisUrl: redis.url }),
    adminToken: secret('secrets/gateway/ADMIN_TOKEN'),
    webhookSecretsKey: secret('secrets/webhooks/WEBHOOK_SECRETS_KEY', () => randomBytes(32).toString('base64')),
    privateKeys: forEachService((service) => JSON.stringify(keys[service])),
    publicKeys: forEachService((service) => publicKeyOf(keys[service])),
  }

  const further: Partial<Record<string, Record<string, string>>> = {
    gateway: { TRUSTED_PROXIES: options.trustedProxies ?? formerSetting('TRUSTED_PROXIES') ?? '1' },
    importer: imap.password === undefined ? {} : tryingMail,
    cli: { GUIDEBOOK_ADMIN_URL: 'http://gateway:8082', GUIDEBOOK_ADMIN_TOKEN: `@${secretsFolder}/ADMIN_TOKEN` },
  }
  const administration = {
    DATABASE_ADMIN_URL: databases.administratorUrl,
    AMQP_URL: brokers.administratorUrl,
    OBJECT_STORE_URL: store.url,
  }
  const programs = [
    ...serviceNames.map((name) => {
      const { settings, secrets } = serviceEnvironment(name, deployment)
      return { name, settings: { ...settings, SHUTDOWN_DELAY: shutdownDelay }, secrets }
    }),
    { name: 'migrate', settings: {}, secrets: administration },
    { name: 'cli', settings: {}, secrets: { ADMIN_TOKEN: deployment.adminToken } },
  ]
  for (const { name, settings, secrets } of programs) {
    for (const [variable, value] of Object.entries(secrets)) addSecret(`secrets/${name}/${variable}`, value)
    const inFiles = Object.keys(secrets).map((variable) => [`${variable}_FILE`, `${secretsFolder}/${variable}`])
    const all = { ...settings, ...further[name], ...(name !== 'cli' && Object.fromEntries(inFiles)) }
    files.set(`env/${name}.env`, envFile(all, former.text(`env/${name}.env`)))
  }

  files.set(
    'servers/roles.sql',
    rolesScript(databases.passwords, { isOwnServer: databases.superuserPassword !== undefined }),
  )
  files.set('servers/rabbitmq-definitions.json', `${JSON.stringify(brokers.definitions, null, 2)}\n`)
  const passwords = {
    postgres: databases.superuserPassword,
    s3: store.password,
    imap: imap.password,
    redis: redis?.password,
  }
  for (const [name, password] of Object.entries(passwords)) {
    if (password !== undefined) addSecret(`servers/${name}-password`, password)
  }
  // In a folder, which containers mount without the other passwords.
  if (imap.password !== undefined) addSecret('servers/smtp/password', secret('servers/smtp/password'))
  const generated = programs.map(({ name, secrets }) => ({
    name,
    secrets: [
      ...Object.keys(secrets).map((variable) => `secrets/${name}/${variable}`),
      ...(name === 'migrate' ? ['servers/roles.sql'] : []),
    ],
    settings: `env/${name}.env`,
  }))
  return files.set('kustomization.yaml', kustomization(generated))
}

function otherServers({ objectStoreUrl, imapUrl, redisUrl }: DeploymentOptions, former: FormerFiles) {
  const store = serverAccess(former, {
    given: objectStoreUrl,
    file: 'secrets/migrate/OBJECT_STORE_URL',
    name: 's3',
    urlWith: (password) => `s3://guidebook%3Aguidebook:${password}@guidebook/?endpoint=http://s3:8080`,
  })
  const imap = serverAccess(former, {
    given: imapUrl,
    file: 'secrets/importer/IMAP_URL',
    name: 'imap',
    urlWith: (password) => `imap://import:${password}@imap:143`,
  })
  const redisFile = 'secrets/gateway/REDIS_URL'
  const hadRedis = !former.exist || settingIn(former.text('env/gateway.env'), 'REDIS_URL_FILE') !== undefined
  const hasNoRedis = redisUrl === 'none' || (redisUrl === undefined && !hadRedis)
  const urlWith = (password: string) => `redis://:${password}@redis:6379`
  const redis = hasNoRedis
    ? undefined
    : serverAccess(former, { given: redisUrl, file: redisFile, name: 'redis', urlWith })
  return { store, imap, redis }
}

/** The private key of each service. */
async function serviceKeys(former: FormerFiles) {
  const keyOf = async (service: string): Promise<JWK> => {
    const path = `secrets/${service}/INTERNAL_PRIVATE_KEY`
    const key = formerJson<JWK>(former, path) ?? (await createServiceKey())
    if (key.d === undefined) throw new DamagedFileError(path, 'a private key')
    return key
  }
  const keys = await Promise.all(serviceNames.map(async (service) => [service, await keyOf(service)] as const))
  return Object.fromEntries(keys) as Record<(typeof serviceNames)[number], JWK>
}
