import { randomUUID } from 'node:crypto'
import type { AccountProjection } from '@guidebook/contracts'

let made = 0

/** An account that no other test knows. */
export function anAccount(fields: Partial<AccountProjection> = {}): AccountProjection {
  const number = made++
  return {
    id: randomUUID(),
    version: 1,
    oid: number.toString(36).toUpperCase().padStart(3, '0'),
    name: `Account ${number}`,
    email: `office${number}@example.com`,
    type: 'operator',
    defaultLang: 'en',
    timeZone: 'UTC',
    test: false,
    primaryColor: '#0a7d4b',
    secondaryColor: '#f4a300',
    logo: null,
    iosUrl: null,
    androidUrl: null,
    connections: [],
    ...fields,
  }
}

/** Connects two accounts both ways, as the gateway does. */
export function connect(one: AccountProjection, other: AccountProjection): void {
  one.connections = [...one.connections, other.id]
  other.connections = [...other.connections, one.id]
  one.version++
  other.version++
}
