import { type ServiceName, serviceNames } from '@guidebook/contracts'
import type { JWK } from 'jose'
import type { PerService } from './for-each-service.ts'

/** What the services need to know about a deployment. A secret may be `@/path` of its file. */
export interface Deployment {
  /** Beginning of Trip Links. */
  publicUrl: string
  /** Where each service is for the others; of the gateway, its internal listener. */
  urls: PerService<string>
  databases: PerService<string>
  brokers: PerService<string>
  objectStoreUrl: string
  smtpUrl: string
  mailFrom: string
  imapUrl: string
  redisUrl?: string
  adminToken: string
  /** Encrypts the secrets of webhooks: 32 bytes in Base64. */
  webhookSecretsKey: string
  privateKeys: PerService<string>
  publicKeys: PerService<JWK>
}

export interface ServiceEnvironment {
  settings: Record<string, string>
  secrets: Record<string, string>
}

const mail = ({ smtpUrl, mailFrom }: Deployment): ServiceEnvironment => ({
  settings: { MAIL_FROM: mailFrom },
  secrets: { SMTP_URL: smtpUrl },
})

/** The settings of one service only. */
const specific: PerService<(deployment: Deployment) => ServiceEnvironment> = {
  gateway: (deployment) => {
    const { adminToken, redisUrl } = deployment
    const { settings, secrets } = mail(deployment)
    const own = { ADMIN_TOKEN: adminToken, ...(redisUrl !== undefined && { REDIS_URL: redisUrl }) }
    return { settings, secrets: { ...secrets, ...own } }
  },
  geodata: () => ({ settings: {}, secrets: {} }),
  releases: mail,
  builder: () => ({ settings: {}, secrets: {} }),
  webhooks: (deployment) => {
    const { settings, secrets } = mail(deployment)
    return { settings, secrets: { ...secrets, WEBHOOK_SECRETS_KEY: deployment.webhookSecretsKey } }
  },
  importer: (deployment) => {
    const { settings, secrets } = mail(deployment)
    return { settings, secrets: { ...secrets, IMAP_URL: deployment.imapUrl } }
  },
}

/** The settings of a service that depend on the deployment. Each service gets only its own secrets. */
export function serviceEnvironment(service: ServiceName, deployment: Deployment): ServiceEnvironment {
  const { settings, secrets } = specific[service](deployment)
  return {
    settings: {
      PUBLIC_URL: deployment.publicUrl,
      INTERNAL_PUBLIC_KEYS: JSON.stringify(deployment.publicKeys),
      ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, deployment.urls[name]])),
      ...settings,
    },
    secrets: {
      DATABASE_URL: deployment.databases[service],
      AMQP_URL: deployment.brokers[service],
      OBJECT_STORE_URL: deployment.objectStoreUrl,
      INTERNAL_PRIVATE_KEY: deployment.privateKeys[service],
      ...secrets,
    },
  }
}
