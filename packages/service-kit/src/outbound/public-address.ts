import ipaddr from 'ipaddr.js'

/** The result of `ipaddr.parseCIDR`: an address and a prefix length. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Public addresses at which some clouds have internal services: metadata and control planes. */
const cloudInternal: readonly Network[] = ['168.63.129.16/32', '100.100.100.200/32'].map((cidr) =>
  ipaddr.parseCIDR(cidr),
)

/** The only routed block of IPv6 unicast (RFC 4291, section 4); the range `unicast` of ipaddr.js is wider. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether connections to the address are allowed: public unicast, or inside a network that the configuration admits. IPv4-mapped
 * addresses (`::ffff:a.b.c.d`) are checked as IPv4. A text that is not an address is not allowed.
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
