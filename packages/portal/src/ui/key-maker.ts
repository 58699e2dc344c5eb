import type { ApiKey } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import { actorText } from './actor.ts'

type Key = Pick<ApiKey, 'id' | 'prefix' | 'parent' | 'createdBy'>

/** Who made a key: a person, or the beginning of the key with which it was made; a dash for support. `keys`: those that work. */
export function keyMakerText({ parent, createdBy }: Key, keys: readonly Key[], t: PortalTexts): string {
  if (createdBy !== null) return actorText(createdBy, t)
  if (parent === null) return '–'
  const maker = keys.find(({ id }) => id === parent)
  return maker === undefined ? t.revokedKey : `${maker.prefix}…`
}
