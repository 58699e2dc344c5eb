/** Paths that a machine asks every few seconds. */
export const probes: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics'])
