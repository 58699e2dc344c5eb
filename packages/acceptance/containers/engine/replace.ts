import type { Composition } from './composition.ts'

/** Starts and stops replicas of a service without touching the others. */
const scaleTo = (service: string, count: number) =>
  ['up', '--detach', '--no-deps', '--no-recreate', '--scale', `${service}=${count}`, service] as const

/**
 * Replaces every replica of a service, one after the other: a new one starts and becomes healthy, then an old one stops as an operator would
 * stop it. Returns the number of replaced replicas.
 */
export async function replaceAll(system: Composition, service: string): Promise<number> {
  const old = await system.replicas(service)
  for (const { id } of old) {
    await system.compose(...scaleTo(service, old.length + 1))
    await system.healthy(service, old.length + 1)
    await system.docker('stop', '--time', '45', id)
    await system.remove(id)
  }
  return old.length
}

/** Sets the number of replicas and waits until all are healthy. */
export async function scale(system: Composition, counts: Readonly<Record<string, number>>): Promise<void> {
  const scales = Object.entries(counts).flatMap(([service, count]) => ['--scale', `${service}=${count}`])
  await system.compose('up', '--detach', '--no-deps', '--no-recreate', ...scales, ...Object.keys(counts))
  for (const [service, count] of Object.entries(counts)) await system.healthy(service, count)
}
