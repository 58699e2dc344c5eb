import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeJson } from './json-file.ts'
import type { TrackedProcess } from './processes.ts'

export interface DemonstrationAccount {
  id: string
  name: string
  oid: string
  type: 'operator' | 'reseller'
  key: string
}

/** Results of the latest demonstration. */
export interface Demonstration {
  ranAt: string
  accounts: DemonstrationAccount[]
  links: { title: string; url: string }[]
}

/** `.data/local.json`: how to reach and watch the running system. It holds secrets; only its owner can read it. */
export interface Description {
  baseUrl: string
  adminUrl: string
  adminToken: string
  /** The gateway's listener for the other services. */
  internalUrl: string
  /** `healthUrl` has `/livez`, `/readyz` and `/metrics`. */
  services: Record<string, { url: string; healthUrl: string; log: string }>
  /** Each service reaches its own schema only. */
  databases: Record<string, string>
  /** With PostgreSQL's superuser; null when all databases are external. */
  databaseUrl: string | null
  /** With all rights in the virtual host; each service has its own user with fewer rights. */
  amqpUrl: string
  /** With each service's own user. */
  brokers: Record<string, string>
  objectStoreUrl: string
  mail: {
    importAddress: string
    imapUrl: string
    smtpUrl: string
    /** A client that signs in with it counts as the sender that it names; null when the SMTP server is external. */
    smtpPassword: string | null
    page: string | null
    folder: string | null
  }
  /** Where the demonstration's HTTPS receiver listens while it runs, and the paths of its certificate and key. */
  webhookReceiver: { port: number; morePorts: readonly number[]; certificate: string; key: string }
  /** The running processes; a restarted one is listed with its new process id. */
  processes: TrackedProcess[]
  demonstration: Demonstration | null
}

const pathIn = (data: string) => join(data, 'local.json')

export const readDescription = (data: string) => readJson<Description>(pathIn(data))
export const writeDescription = (data: string, description: Description) => writeJson(pathIn(data), description)
export const removeDescription = (data: string) => rmSync(pathIn(data), { force: true })

/** In its own file, because it outlives the running system, as its data does. */
const demonstrationIn = (data: string) => join(data, 'demonstration.json')

export const readDemonstration = (data: string) => readJson<Demonstration>(demonstrationIn(data)) ?? null

/** Forgets its accounts, also in the description of the running system. */
export function forgetDemonstration(data: string): void {
  rmSync(demonstrationIn(data), { force: true })
  const description = readDescription(data)
  if (description) writeDescription(data, { ...description, demonstration: null })
}

/** Stores it, also in the description of the system that it ran against. */
export function writeDemonstration(data: string, demonstration: Demonstration): void {
  writeJson(demonstrationIn(data), demonstration)
  const description = readDescription(data)
  if (description) writeDescription(data, { ...description, demonstration })
}
