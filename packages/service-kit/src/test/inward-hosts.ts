import hosts from './inward-hosts.json' with { type: 'json' }

/**
 * Hosts in all spellings whose address is internal or unusable. No connection to them is allowed. Each is the text between `https://`
 * and the port or path.
 */
export const inwardHosts: readonly string[] = Object.values(hosts).flat()
