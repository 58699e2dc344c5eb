import { isIP } from 'node:net'
import { isAllowedAddress, type Network } from './public-address.ts'

/** The destinations that a service may reach besides public addresses on port 443; for tests and for operators of the service. */
export interface DestinationPolicy {
  admittedNetworks: readonly Network[]
  admittedPorts: readonly number[]
  /** Also `http:`, on port 80: for addresses that the operator of the service configures. */
  admitsHttp?: boolean
}

export interface OutboundPolicy extends DestinationPolicy {
  /** Trusted authorities, PEM; `undefined` for the system's. */
  authorities: readonly string[] | undefined
}

const localNames = /(^|\.)(localhost|local|localdomain|internal|home\.arpa|intranet|lan|onion)$/

/**
 * Checks an untrusted address by its text: https (or http where the policy allows it), no credentials, an allowed port, no internal IP
 * literal. Returns `null` when it is allowed, otherwise a sentence that says what is wrong. The addresses of a host name are checked
 * when a connection is made.
 */
export const destinationFault = (text: string, policy: DestinationPolicy): string | null => {
  if (!URL.canParse(text) || !/^[a-z][a-z\d+.-]*:\/\/[^/\\?#]/i.test(text)) return 'is not a URL with a host name'
  // The WHATWG parser turns every spelling of an IPv4 address (octal, hexadecimal, one number) into dotted decimals.
  const url = new URL(text)
  const usual = usualPort(url.protocol, policy)
  if (usual === null) return policy.admitsHttp ? 'must begin with https:// or http://' : 'must begin with https://'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.hash !== '') return 'must not contain a fragment'
  const port = url.port === '' ? usual : Number(url.port)
  if (port !== usual && !policy.admittedPorts.includes(port)) return `must use port ${usual}, not ${port}`
  return hostFault(url.hostname, policy.admittedNetworks)
}

const usualPort = (protocol: string, { admitsHttp }: DestinationPolicy): 443 | 80 | null =>
  protocol === 'https:' ? 443 : protocol === 'http:' && admitsHttp ? 80 : null

const hostFault = (hostname: string, admitted: readonly Network[]): string | null => {
  const host = literalOf(hostname)
  if (isIP(host) !== 0) return isAllowedAddress(host, admitted) ? null : 'must be a public address'
  // Local names are allowed only when the configuration admits internal networks.
  if ((localNames.test(host) || !host.includes('.')) && admitted.length === 0) return 'must be a public host name'
  return null
}

/** The host name to connect to: without the brackets of an IPv6 literal and without trailing dots. */
export const literalOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
