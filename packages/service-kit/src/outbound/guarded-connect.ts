import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext } from 'node:tls'
import { buildConnector } from 'undici'
import { literalOf } from './destination.ts'
import { createNameLookup } from './name-lookup.ts'
import { isAllowedAddress, type Network } from './public-address.ts'

/** A name or literal led to an address that is not allowed; no socket was opened. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError'
  override readonly message = 'the address is not public'
  readonly code = 'ERR_FORBIDDEN_ADDRESS'
}

/** A lookup by `createNameLookup`, or the stub of a test. */
export type Lookup = LookupFunction

/**
 * A lookup that returns only allowed addresses. The socket connects to what it returns, so DNS rebinding has no effect. Local names are
 * looked up only where internal networks are admitted: elsewhere their addresses would be forbidden.
 */
export const guardedLookup =
  (
    admitted: readonly Network[],
    lookup: Lookup = createNameLookup({ withLocalNames: admitted.length > 0 }),
  ): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const list = typeof addresses === 'string' ? [] : addresses
      if (list.length === 0 || list.some(({ address }) => !isAllowedAddress(address, admitted))) {
        return callback(new ForbiddenAddressError(), [])
      }
      if (options.all) return callback(null, list)
      const [first] = list
      callback(null, first?.address ?? '', first?.family)
    })
  }

export interface GuardedConnectOptions {
  admittedNetworks: readonly Network[]
  /** Authorities to trust, PEM; absent: the system's. */
  ca?: readonly string[] | undefined
  timeoutMs: number
  lookup?: Lookup | undefined
}

/** An undici connector that opens sockets only to allowed addresses. */
export const guardedConnector = (options: GuardedConnectOptions): buildConnector.connector => {
  const connect = buildConnector({
    timeout: options.timeoutMs,
    lookup: guardedLookup(options.admittedNetworks, options.lookup),
    ...trusting(options.ca),
  })
  return (target, callback) => {
    // net.connect does not look up a literal, so the literal is checked here.
    if (isForbiddenLiteral(literalOf(target.hostname), options.admittedNetworks)) {
      return callback(new ForbiddenAddressError(), null)
    }
    connect(target, callback)
  }
}

/** TLS options that trust these authorities. They are parsed once, not for each connection: there are hundreds of them. */
export const trusting = (ca: readonly string[] | undefined) =>
  ca === undefined ? {} : { secureContext: createSecureContext({ ca: [...ca] }) }

/** Whether the host is an IP literal that is not allowed. */
export const isForbiddenLiteral = (host: string, admitted: readonly Network[]): boolean =>
  isIP(host) !== 0 && !isAllowedAddress(host, admitted)
