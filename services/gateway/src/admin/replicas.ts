import { lookup } from 'node:dns/promises'
import { operations, type PartStatus, type Readiness, type ServiceName, schemas, validate } from '@guidebook/contracts'
import {
  createInternalClient,
  type Logger,
  type ReadReadiness,
  type TokenIssuer,
  withDeadline,
} from '@guidebook/service-kit'
import type { GatewaySettings } from '../config.ts'
import { support } from './support.ts'

/** Milliseconds. A service gives each of its checks two seconds. */
const deadlineMs = 3_000
/** Requests to a name with one address, each on its own connection: a load balancer there may have several replicas behind it. */
const requestsPerName = 4

export type ReadReplicas = (name: ServiceName) => Promise<PartStatus[]>

interface ReplicaReaderOptions {
  issuer: TokenIssuer
  log: Logger
  settings: GatewaySettings
  /** Of this process. */
  readiness: ReadReadiness
}

/** Returns the state of each replica of a service that it finds; at least one entry, which is `unreachable` when none responds. */
export function createReplicaReader({ issuer, log, settings, readiness }: ReplicaReaderOptions): ReadReplicas {
  return async function readReplicas(name) {
    const url = settings[`${name.toUpperCase() as Uppercase<ServiceName>}_URL`]
    const addresses = await addressesOf(url, log)
    const targets = addresses.length > 1 ? addresses : Array.from({ length: requestsPerName }, () => url)
    const answers = await Promise.all(targets.map((target) => ask(name, target)))
    const ready = answers.filter((answer) => answer !== null)
    // This process is not always reachable through the name of the gateway.
    if (name === 'gateway') ready.unshift(await readiness())
    const found: PartStatus[] = distinct(ready).map((state) => ({ name, ...state }))
    // A load balancer refuses a connection now and then; an address is one replica.
    const silent = addresses.length > 1 && name !== 'gateway' ? answers.length - ready.length : 0
    const isSilent = silent > 0 || found.length === 0
    return isSilent ? [...found, { name, status: 'unreachable', checks: {} }] : found
  }

  /** Null when it does not respond, or not as a service does. It responds with 200 also when it is not ready. */
  async function ask(target: ServiceName, baseUrl: string): Promise<Readiness | null> {
    const client = createInternalClient({ service: 'gateway', target, baseUrl, issuer, log })
    try {
      const { body } = await client.call(operations.readReadiness, { identity: support, deadlineMs })
      const faults = validate(schemas.readiness, body)
      if (faults.length === 0) return body
      log.warn({ target, faults }, 'readiness of a service is invalid')
    } catch (error) {
      log.warn({ target, err: error }, 'reading the readiness of a service failed')
    } finally {
      await client.stop()
    }
    return null
  }
}

/** The address of each replica, if the name has several. A certificate is valid for the name only, so https stays with it. */
async function addressesOf(url: string, log: Logger): Promise<string[]> {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'http:') return [url]
  try {
    const host = hostname.replace(/^\[|\]$/g, '')
    const all = await withDeadline(() => lookup(host, { all: true, family: 0 }), deadlineMs)
    // A replica may have an address of each family.
    const family = all.some((one) => one.family === 4) ? 4 : 6
    const hosts = all.filter((one) => one.family === family).map(({ address }) => address)
    return [...new Set(hosts)].map((host) => withHost(url, family === 6 ? `[${host}]` : host))
  } catch (error) {
    log.warn({ host: hostname, err: error }, 'looking up the addresses of a service failed')
    return [url]
  }
}

function withHost(url: string, host: string): string {
  const changed = new URL(url)
  changed.hostname = host
  return changed.href.replace(/\/$/, '')
}

/** One state for each process. Processes that do not name themselves count as one. */
const distinct = (states: readonly Readiness[]): Readiness[] => [
  ...new Map(states.map((state) => [state.facts?.process?.instance, state])).values(),
]
