import type { Messages } from '@guidebook/messages'
import type { RouteKind } from '@guidebook/route-geometry'

/** All text of the book, the maps and the GPX files that does not come from the operator. */
export type BookMessages = Messages<'roadbook'>

/** The name of a kind of route, `null` for an unknown one. */
export function routeKindName(texts: BookMessages, kind: string): string | null {
  const id = `routeKind.${kind as RouteKind}` as const
  return Object.hasOwn(texts, id) ? texts[id] : null
}
