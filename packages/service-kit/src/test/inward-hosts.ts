import hosts from './inward-hosts.json' with { type: 'json' }

/**
 * Hosts that lead inwards, or nowhere, once a URL parser or a resolver has read them. None may be dialled. Each is the text
 * between `https://` and the port or path.
 */
export const inwardHosts: readonly string[] = Object.values(hosts).flat()
