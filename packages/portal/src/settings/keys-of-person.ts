import type { ApiKey } from '@guidebook/client'

type Key = Pick<ApiKey, 'id' | 'prefix' | 'parent' | 'createdBy'>

/** The keys that a person created, and those made with them. `keys` are in the order of their creation. */
export function keysOfPerson<K extends Key>(email: string, keys: readonly K[]): K[] {
  const found = new Set<string>()
  return keys.filter(({ id, parent, createdBy }) => {
    const isOfPerson = createdBy === `user:${email}` || (parent !== null && found.has(parent))
    if (isOfPerson) found.add(id)
    return isOfPerson
  })
}
