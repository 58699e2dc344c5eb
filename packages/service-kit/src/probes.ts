/** Paths of the health listener. Machines request them every few seconds. */
export const probes: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics'])
