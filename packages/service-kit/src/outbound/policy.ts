import type { DestinationPolicy } from './destination.ts'
import { parseNetworks } from './public-address.ts'

/** Where a service may go besides public addresses on port 443, and whom it trusts there. */
export interface OutboundPolicy extends DestinationPolicy {
  /** Authorities to trust instead of the system's own list, which it contains; `undefined` for just that list. */
  authorities: readonly string[] | undefined
}

/** What the environment says of a policy. */
export interface OutboundSettings {
  /** `10.0.0.0/8, ::1/128` */
  networks: string
  /** `8443, 9443` */
  ports: string
  /** Already read: all that are trusted, PEM; absent: the system's. */
  authorities: readonly string[] | undefined
}

/** `prefix` begins the settings' names; `read` is told the name of each and notes what is wrong with it. */
export const outboundPolicy = (
  prefix: string,
  { networks, ports, authorities }: OutboundSettings,
  read: <T>(name: string, read: () => T, otherwise: T) => T,
): OutboundPolicy => ({
  admittedNetworks: read(`${prefix}_ALLOWED_NETWORKS`, () => readNetworks(networks), []),
  admittedPorts: read(`${prefix}_ALLOWED_PORTS`, () => readPorts(ports), []),
  authorities,
})

const readNetworks = (text: string) => {
  try {
    return parseNetworks(text)
  } catch (error) {
    throw new Error('must be networks such as 10.0.0.0/8, separated by commas', { cause: error })
  }
}

const readPorts = (text: string): number[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const port = Number(part)
      if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('must be ports, separated by commas')
      return port
    })
