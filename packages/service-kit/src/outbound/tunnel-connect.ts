import type { LookupAddress, promises } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { buildConnector } from 'undici'
import { literalOf } from './destination.ts'
import { type FailureReason, inEnglish } from './failure-reason.ts'
import {
  ForbiddenAddressError,
  type GuardedConnectOptions,
  guardedLookup,
  isForbiddenLiteral,
  trusting,
} from './guarded-connect.ts'
import type { Network } from './public-address.ts'

/** The operator's own proxy: its address is not checked. */
export interface OutboundProxy {
  url: URL
  /** The header `Proxy-Authorization`, when the URL contained credentials. */
  authorization: string | undefined
}

/** The proxy opened no connection. The message does not contain the proxy's address. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly code = 'ERR_PROXY_FAILED'
  readonly reason: FailureReason

  constructor(reason: FailureReason, options?: ErrorOptions) {
    super(inEnglish(reason), options)
    this.reason = reason
  }
}

/** Statuses of a proxy that could not reach the receiver (RFC 9110, sections 15.6.3 to 15.6.5): the receiver's failure, not the proxy's. */
const unreached = new Set([502, 503, 504])

/** Reads `http://user:password@proxy.example:3128`; throws without repeating it. */
export const parseProxy = (text: string): OutboundProxy => {
  try {
    const url = new URL(text)
    const { protocol, pathname, search, hash } = url
    if (!['http:', 'https:'].includes(protocol) || pathname + search + hash !== '/') throw new Error('no proxy')
    return { url, authorization: authorizationOf(url) }
  } catch {
    // Neither the text nor the parser's message, which quotes it: it may contain a password.
    throw new Error('must be a URL such as http://user:password@proxy.example:3128')
  }
}

const authorizationOf = ({ username, password }: URL): string | undefined => {
  if (username === '' && password === '') return undefined
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

/**
 * An undici connector for https that goes through a proxy. The proxy gets an address that was checked here, never a name, so DNS rebinding has no
 * effect.
 */
export const tunnelConnector = (proxy: OutboundProxy, options: GuardedConnectOptions): buildConnector.connector => {
  const trust = trusting(options.ca)
  const secure = buildConnector({ timeout: options.timeoutMs, ...trust })
  const lookup = guardedLookup(options.admittedNetworks, options.lookup)
  const resolve = promisify(lookup) as unknown as typeof promises.lookup
  return (target, callback) => {
    const open = async () => {
      const addresses = await admittedAddresses(literalOf(target.hostname), options.admittedNetworks, resolve)
      // Half of the time limit, to distinguish a slow proxy from a slow receiver.
      const signal = AbortSignal.timeout(options.timeoutMs / 2)
      const openTo = (address: string) => openTunnel(proxy, `${address}:${target.port || 443}`, signal, trust)
      // The proxy may be unable to reach one address family.
      const [first = '', second] = addresses
      const httpSocket = await openTo(first).catch((error) =>
        second === undefined ? Promise.reject(error) : openTo(second),
      )
      secure({ ...target, httpSocket }, callback)
    }
    open().catch((error: Error) => callback(error, null))
  }
}

/** One address of each family, in the resolver's order and in the form of an authority: a proxy may reach only one of them. */
const admittedAddresses = async (host: string, admitted: readonly Network[], resolve: typeof promises.lookup) => {
  if (isForbiddenLiteral(host, admitted)) throw new ForbiddenAddressError()
  const family = isIP(host)
  const found: LookupAddress[] = family === 0 ? await resolve(host, { all: true }) : [{ address: host, family }]
  return found
    .filter(({ family }, index) => found.findIndex((other) => other.family === family) === index)
    .map(({ address, family }) => (family === 6 ? `[${address}]` : address))
}

const openTunnel = (
  { url, authorization }: OutboundProxy,
  authority: string,
  signal: AbortSignal,
  trust: ReturnType<typeof trusting>,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const host = literalOf(url.hostname)
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)({
      host,
      // Node would take the name for TLS from the header `Host`, which is not the proxy's.
      servername: isIP(host) === 0 ? host : '',
      port: url.port,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...(authorization && { 'proxy-authorization': authorization }) },
      agent: false,
      signal,
      ...trust,
    })
    request.on('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      if (statusCode >= 200 && statusCode < 300) {
        socket.unshift(head)
        return resolve(socket)
      }
      socket.on('error', () => undefined).destroy()
      reject(
        unreached.has(statusCode)
          ? Object.assign(new Error('the proxy did not reach it'), { code: `PROXY_${statusCode}` })
          : new ProxyError({ id: 'proxy-status', values: { status: String(statusCode) } }),
      )
    })
    request.on('error', (cause: NodeJS.ErrnoException) => {
      const code = cause.code ?? cause.name
      reject(new ProxyError(signal.aborted ? { id: 'proxy-timeout' } : { id: 'proxy', values: { code } }, { cause }))
    })
    request.end()
  })
