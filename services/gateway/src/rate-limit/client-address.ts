import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Returns the network address that a request without a key is counted for; for IPv6 the /64 network of a customer. */
export type ClientAddress = (request: IncomingMessage) => string

/**
 * Each of the `trustedProxies` proxies appends the address of its client to `X-Forwarded-For`, so the client's address is that many
 * places from the end. Clients may have written the entries before it.
 */
export function createClientAddress(trustedProxies: number): ClientAddress {
  return ({ headers, socket }) => {
    const caller = socket.remoteAddress ?? ''
    if (trustedProxies === 0) return networkOf(caller)
    const passed = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    return networkOf(passed.at(-trustedProxies)?.trim() ?? '', caller)
  }
}

/** The IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(text: string, otherwise = ''): string {
  if (!ipaddr.isValid(text)) return otherwise === '' ? 'unknown' : networkOf(otherwise)
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
