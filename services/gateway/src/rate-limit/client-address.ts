import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Whom a request is counted for when there is no key: a network address, of IPv6 the network of a customer (/64). */
export type ClientAddress = (request: IncomingMessage) => string

/**
 * Behind `trustedProxies` proxies, each of which adds the address it was called from to `X-Forwarded-For`, the client's is that many
 * places from the end. What stands before it anyone may have written.
 */
export function createClientAddress(trustedProxies: number): ClientAddress {
  return ({ headers, socket }) => {
    const caller = socket.remoteAddress ?? ''
    if (trustedProxies === 0) return networkOf(caller)
    const passed = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    return networkOf(passed.at(-trustedProxies)?.trim() ?? '', caller)
  }
}

/** What a client is counted by: its IPv4 address, or the /64 of its IPv6 address. */
export function networkOf(text: string, otherwise = ''): string {
  if (!ipaddr.isValid(text)) return otherwise === '' ? 'unknown' : networkOf(otherwise)
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
