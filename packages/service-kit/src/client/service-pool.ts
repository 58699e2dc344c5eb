import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Pool } from 'undici'

/**
 * Milliseconds. An idle connection is closed before `SHUTDOWN_DELAY` of the other side ends (decision 0037): a request on a connection that
 * the other side is closing could be lost.
 */
const usualIdleMs = 3_000
/** Milliseconds. Then a connection is replaced, so that new replicas get their share of the requests. */
const usualLifeMs = 60_000

/**
 * Milliseconds, for the lookup of the name, too: the resolver of a container engine is slow while it starts containers. An address that does not
 * answer costs only 250 ms: then Node tries the next one.
 */
const connectMs = 5_000

export interface ServicePoolOptions {
  connections: number
  /** How long the service may take until its response begins, and between two pieces of it, milliseconds. */
  timeoutMs?: number
  /** For tests. */
  idleMs?: number
  lifeMs?: number
}

/** Connections to a service. They move between its replicas: each is short-lived and begins at a random address of the name. */
export function createServicePool(
  origin: string,
  { connections, timeoutMs, idleMs = usualIdleMs, lifeMs = usualLifeMs }: ServicePoolOptions,
): Pool {
  return new Pool(origin, {
    connections,
    connect: { timeout: connectMs, lookup: shuffledLookup(), autoSelectFamily: true },
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    clientTtl: lifeMs,
    ...(timeoutMs === undefined ? {} : { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }),
  })
}

/**
 * Returns all addresses of a name in random order. The system's resolver sorts them by their likeness to this host's address (RFC 6724), so
 * that all connections would go to the same replica. Node tries the next address when one refuses the connection.
 */
export function shuffledLookup(lookup: typeof dns.lookup = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    if (!options.all) return lookup(hostname, options as dns.LookupOneOptions, callback)
    return lookup(hostname, options as dns.LookupAllOptions, (error, addresses) =>
      callback(error, shuffled(addresses ?? [])),
    )
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

/** Codes of system calls that open a connection. */
const opening = new Set(['connect', 'getaddrinfo'])

/** Whether the request was certainly not sent, because no connection was opened: it may be sent again, whatever its method. */
export function isUnsent(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    const { code, syscall } = current as NodeJS.ErrnoException
    if (code === 'UND_ERR_CONNECT_TIMEOUT' || opening.has(syscall ?? '')) return true
    if (current instanceof AggregateError && current.errors.length > 0) return current.errors.every(isUnsent)
  }
  return false
}
