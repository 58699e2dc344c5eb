import type { AccountProjection } from '@guidebook/contracts'

/** Connects two accounts in both directions, as the gateway does. */
export function connect(one: AccountProjection, other: AccountProjection): void {
  one.connections = [...one.connections, other.id]
  other.connections = [...other.connections, one.id]
  one.version++
  other.version++
}
