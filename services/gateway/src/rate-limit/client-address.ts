import type { IncomingMessage } from 'node:http'
import type { ConnectionLimits } from '@guidebook/service-kit'
import ipaddr from 'ipaddr.js'
import type { GatewaySettings } from '../config.ts'

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
function networkOf(text: string, otherwise = ''): string {
  if (!ipaddr.isValid(text)) return otherwise === '' ? 'unknown' : networkOf(otherwise)
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

type Limits = Pick<GatewaySettings, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS' | 'TRUSTED_PROXIES'>

export function connectionLimits(settings: Limits): ConnectionLimits {
  const total = settings.MAX_CONNECTIONS
  // A trusted proxy makes the connections of all clients.
  if (settings.TRUSTED_PROXIES > 0) return { total }
  const ownerOf = ({ remoteAddress = '' }) => networkOf(remoteAddress)
  return { total, perOwner: { most: settings.MAX_CONNECTIONS_PER_ADDRESS, ownerOf } }
}
