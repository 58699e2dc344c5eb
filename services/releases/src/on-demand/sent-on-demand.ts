import type { ItemKind, ItemReference, operations, ReadBodyOf } from '@guidebook/contracts'
import type { Use } from '../binding/bindings.ts'

/** A request as a partner sent it; large images are bytes. */
export type SentOnDemand = ReadBodyOf<(typeof operations)['createOnDemandRelease']>

/** An accommodation, route, POI or text of the request: inline, by reference, or a group of routes. */
interface Entry {
  content?: object
  libraryReference?: ItemReference
  group?: { parts: readonly ItemReference[] }
}

/** The entries of a request, as it was sent or as it is stored. */
export interface WithEntries {
  booking?: { accommodation?: readonly Entry[] }
  guidebook: {
    stages: readonly Partial<Record<'routes' | 'pois' | 'texts', readonly Entry[]>>[]
    generalInfo?: readonly Entry[]
  }
}

type PlacedEntry = Entry & { pointer: string; kind: ItemKind; use: Use }

/** All entries with their JSON Pointers, in the order of the request. */
export function entriesOf({ booking, guidebook }: WithEntries): PlacedEntry[] {
  const at = (pointer: string, kind: ItemKind, entries: readonly Entry[] = [], use: Use = kind) =>
    entries.map((entry, i) => ({ ...entry, pointer: `${pointer}/${i}`, kind, use }))
  return [
    ...at('/booking/accommodation', 'poi', booking?.accommodation, 'accommodation'),
    ...guidebook.stages.flatMap(({ routes, pois, texts }, i) => [
      ...at(`/guidebook/stages/${i}/routes`, 'route', routes),
      ...at(`/guidebook/stages/${i}/pois`, 'poi', pois),
      ...at(`/guidebook/stages/${i}/texts`, 'text', texts),
    ]),
    ...at('/guidebook/generalInfo', 'text', guidebook.generalInfo),
  ]
}
