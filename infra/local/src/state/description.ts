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

/** What the latest demonstration left behind. */
export interface Demonstration {
  ranAt: string
  accounts: DemonstrationAccount[]
  links: { title: string; url: string }[]
}

/** `.data/local.json`: how to reach and watch the running system. Holds secrets: its owner alone can read it. */
export interface Description {
  baseUrl: string
  adminUrl: string
  adminToken: string
  /** The gateway's listener for the other services. */
  internalUrl: string
  /** `healthUrl` has `/livez`, `/readyz` and `/metrics`. */
  services: Record<string, { url: string; healthUrl: string; log: string }>
  /** As each service sees its own schema. */
  databases: Record<string, string>
  /** Of PostgreSQL's superuser; null when all databases are servers of yours. */
  databaseUrl: string | null
  /** May do everything in the system's virtual host, where each service has a user of its own with less. */
  amqpUrl: string
  /** As each service reaches the broker. */
  brokers: Record<string, string>
  objectStoreUrl: string
  mail: {
    importAddress: string
    imapUrl: string
    smtpUrl: string
    /** Who signs in with it is taken for the sender that it claims to be; null when SMTP is a server of yours. */
    smtpPassword: string | null
    page: string | null
    folder: string | null
  }
  /** Where the demonstration's HTTPS receiver listens while it runs, and the paths of its certificate and key. */
  webhookReceiver: { port: number; certificate: string; key: string }
  /** What runs; a process that ended and was started again is listed with its new number. */
  processes: TrackedProcess[]
  demonstration: Demonstration | null
}

const pathIn = (data: string) => join(data, 'local.json')

export const readDescription = (data: string) => readJson<Description>(pathIn(data))
export const writeDescription = (data: string, description: Description) => writeJson(pathIn(data), description)
export const removeDescription = (data: string) => rmSync(pathIn(data), { force: true })

/** What the demonstration left: kept apart, because it outlives the running system as its data does. */
const demonstrationIn = (data: string) => join(data, 'demonstration.json')

export const readDemonstration = (data: string) => readJson<Demonstration>(demonstrationIn(data)) ?? null

/** Writes it down, and into the description of the system that it ran against. */
export function writeDemonstration(data: string, demonstration: Demonstration): void {
  writeJson(demonstrationIn(data), demonstration)
  const description = readDescription(data)
  if (description) writeDescription(data, { ...description, demonstration })
}
