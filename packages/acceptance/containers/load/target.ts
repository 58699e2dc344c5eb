import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Description } from '../../src/running-system.ts'
import type { Composition } from '../engine/composition.ts'

/** The name of this machine in the containers, and the port that webhooks may use there besides 443. */
const receiverHost = 'host.docker.internal'
const receiverPort = 8443

/** The path of a file in the folder of the deployment. */
export const deploymentFile = ({ folder, env }: Composition, ...path: string[]): string =>
  join(resolve(folder, env.GUIDEBOOK_DEPLOYMENT ?? 'deployment'), ...path)

export const adminTokenFile = (system: Composition): string => deploymentFile(system, 'secrets', 'cli', 'ADMIN_TOKEN')
export const smtpPasswordFile = (system: Composition): string => deploymentFile(system, 'servers', 'smtp', 'password')

const contentOf = (path: string) => readFileSync(path, 'utf8').trim()

/** A certificate of the composition's authority, in two files. */
async function certificate(system: Composition, into: string) {
  const made = await system.compose('run', '--rm', '-T', '--no-deps', 'demo', 'certificate', receiverHost)
  const { certificate, key } = JSON.parse(made.slice(made.indexOf('{'))) as { certificate: string; key: string }
  const paths = { certificate: join(into, 'receiver.crt'), key: join(into, 'receiver.key') }
  writeFileSync(paths.certificate, certificate)
  writeFileSync(paths.key, key, { mode: 0o600 })
  return paths
}

/** How the tests reach a composition from this machine. It has no local processes, databases or brokers. */
export async function describeComposition(system: Composition, temporary: string): Promise<Description> {
  const { GUIDEBOOK_PORT = '8080', GUIDEBOOK_ADMIN_PORT = '8082', GUIDEBOOK_SMTP_PORT = '2525' } = system.env
  return {
    baseUrl: `http://127.0.0.1:${GUIDEBOOK_PORT}`,
    adminUrl: `http://127.0.0.1:${GUIDEBOOK_ADMIN_PORT}`,
    adminToken: contentOf(adminTokenFile(system)),
    mail: {
      importAddress: 'import@guidebook.test',
      imapUrl: '',
      smtpUrl: `smtp://127.0.0.1:${GUIDEBOOK_SMTP_PORT}`,
      smtpPassword: contentOf(smtpPasswordFile(system)),
    },
    webhookReceiver: { host: receiverHost, port: receiverPort, ...(await certificate(system, temporary)) },
    internalUrl: null,
    services: {},
    databases: {},
    databaseUrl: null,
    amqpUrl: '',
    objectStoreUrl: '',
    brokers: {},
    processes: [],
    demonstration: null,
  }
}
