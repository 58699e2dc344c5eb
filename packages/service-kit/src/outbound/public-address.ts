import ipaddr from 'ipaddr.js'

/** A parsed `CIDR`, as `ipaddr.parseCIDR` gives it: an address and the number of leading bits that count. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Public for every registry, yet answered by the host itself in some clouds: metadata and control planes. */
const cloudInternal: readonly Network[] = ['168.63.129.16/32', '100.100.100.200/32'].map((cidr) =>
  ipaddr.parseCIDR(cidr),
)

/** The only block of IPv6 that the internet routes to hosts (RFC 4291, section 4); what ipaddr.js calls unicast is wider. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether this address may be dialled: public unicast, or inside a network the configuration admits.
 * Mapped addresses (`::ffff:a.b.c.d`) are judged as the IPv4 address they stand for. A text that is no address is not public.
 */
export const isAllowedAddress = (text: string, admitted: readonly Network[]): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (isIn(address, admitted)) return true
  if (isIn(address, cloudInternal)) return false
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast)
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never))

/** Reads a setting such as `10.0.0.0/8, ::1/128`. */
export const parseNetworks = (list: string): Network[] => {
  try {
    return partsOf(list).map((cidr) => ipaddr.parseCIDR(cidr))
  } catch (error) {
    throw new Error('must be networks such as 10.0.0.0/8, separated by commas', { cause: error })
  }
}

/** Reads a setting such as `8443, 9443`. */
export const parsePorts = (list: string): number[] => {
  const ports = partsOf(list).map(Number)
  if (ports.every((port) => Number.isInteger(port) && port >= 1 && port <= 65_535)) return ports
  throw new Error('must be ports, separated by commas')
}

const partsOf = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
