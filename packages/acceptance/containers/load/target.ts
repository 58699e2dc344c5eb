import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Description } from '../../src/running-system.ts'
import type { Composition } from '../engine/composition.ts'

/** The name of this machine in the containers, and the port that webhooks may use there besides 443. */
export const receiverHost = 'host.docker.internal'
const receiverPort = 8443

const fileIn = ({ folder, env }: Composition, ...path: string[]) =>
  readFileSync(join(resolve(folder, env.GUIDEBOOK_DEPLOYMENT ?? 'deployment'), ...path), 'utf8').trim()

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
    adminToken: fileIn(system, 'secrets', 'gateway', 'ADMIN_TOKEN'),
    mail: {
      importAddress: 'import@guidebook.test',
      imapUrl: '',
      smtpUrl: `smtp://127.0.0.1:${GUIDEBOOK_SMTP_PORT}`,
      smtpPassword: fileIn(system, 'servers', 'smtp-password'),
    },
    webhookReceiver: { port: receiverPort, ...(await certificate(system, temporary)) },
    internalUrl: '',
    services: {},
    databases: {},
    databaseUrl: null,
    amqpUrl: '',
    brokers: {},
    processes: [],
    demonstration: null,
  }
}
