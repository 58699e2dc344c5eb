import type { AccountProjection } from '@guidebook/contracts'

/** Connects two accounts in both directions, as the gateway does. */
export function connect(one: AccountProjection, other: AccountProjection): void {
  one.connections = [...one.connections, other.id]
  other.connections = [...other.connections, one.id]
  one.version++
  other.version++
}

/** Removes the connection of two accounts, as the gateway does. */
export function disconnect(one: AccountProjection, other: AccountProjection): void {
  one.connections = one.connections.filter((id) => id !== other.id)
  other.connections = other.connections.filter((id) => id !== one.id)
  one.version++
  other.version++
}
