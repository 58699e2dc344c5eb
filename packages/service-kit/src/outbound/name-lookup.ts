import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'

export interface NameLookupOptions {
  /** Whether names that only this network knows are looked up too: by search domains, mDNS and whatever else the system is configured for. */
  withLocalNames: boolean
  /** Name servers; absent: those of the system. */
  servers?: readonly string[]
  /** A query is sent again after this time, and fails after three times of it; milliseconds. */
  queryTimeoutMs?: number
  hostsFile?: string
  system?: LookupFunction
}

/** Responses that say for certain that a name, or a kind of address, does not exist. */
const absent = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * A lookup that occupies no thread. `dns.lookup` blocks one of libuv's threads until the system gives up, and of four threads only two may
 * look up names: two names whose servers do not respond would stop the lookups of the whole process for a long time (decision 0059).
 * The hosts file comes first, then the name servers, then, where allowed, the system, with one name at a time.
 */
export const createNameLookup = (options: NameLookupOptions): LookupFunction => {
  const { withLocalNames, servers, queryTimeoutMs = 2_000, hostsFile = '/etc/hosts' } = options
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const fromSystem = oneAtATime(promisify(options.system ?? systemLookup) as SystemLookup)

  const find = async (name: string): Promise<readonly LookupAddress[]> => {
    const fixed = await fromHosts(hostsFile, name)
    if (fixed.length > 0) return fixed
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? withFamilies(result.value) : []))
    if (found.length > 0) return found
    const failure = results.find((result) => result.status === 'rejected' && !absent.has(result.reason.code))
    if (failure !== undefined) throw lookupError('EAI_AGAIN', name, (failure as PromiseRejectedResult).reason)
    if (withLocalNames) return await fromSystem(name)
    throw lookupError('ENOTFOUND', name)
  }

  return (hostname, { all }, callback) => {
    find(hostname.toLowerCase().replace(/\.$/, '')).then(
      (addresses) => {
        if (all) return callback(null, [...addresses])
        const [first] = addresses
        callback(null, first?.address ?? '', first?.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

type SystemLookup = (name: string, options: { all: true }) => Promise<LookupAddress[]>

/** At most one thread is blocked, so that the database and the broker can always be looked up. A name waits only once. */
const oneAtATime = (lookup: SystemLookup) => {
  const underWay = new Map<string, Promise<LookupAddress[]>>()
  let last: Promise<unknown> = Promise.resolve()
  return (name: string): Promise<LookupAddress[]> => {
    const running = underWay.get(name)
    if (running !== undefined) return running
    const next = last.then(() => lookup(name, { all: true })).finally(() => underWay.delete(name))
    underWay.set(name, next)
    // The caller gets the error.
    last = next.catch(() => undefined)
    return next
  }
}

/** The addresses of a name in the hosts file; none without such a file. Read each time: containers change it while they run. */
const fromHosts = async (file: string, name: string): Promise<LookupAddress[]> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const addresses = text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return names.some((one) => one.toLowerCase() === name) ? [address] : []
  })
  return withFamilies(addresses.filter((address) => isIP(address) !== 0))
}

const withFamilies = (addresses: readonly string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: isIP(address) }))

/** With the codes of `dns.lookup`. */
const lookupError = (code: 'ENOTFOUND' | 'EAI_AGAIN', name: string, cause?: unknown) =>
  Object.assign(new Error(`the name ${name} could not be resolved`, { cause }), { code })
