import type { ItemKind, ItemReference, operations, ReadBodyOf } from '@guidebook/contracts'

/** A request as a partner sent it; large images are bytes. */
export type SentOnDemand = ReadBodyOf<(typeof operations)['createOnDemandRelease']>

/** An accommodation, route, POI or text of the request: inline, by reference, or a group of routes. */
interface Entry {
  content?: object
  libraryReference?: ItemReference
  group?: { parts: readonly ItemReference[] }
}

/** All entries with their JSON Pointers, in the order of the request. */
export function entriesOf({ booking, guidebook }: SentOnDemand): (Entry & { pointer: string; kind: ItemKind })[] {
  const at = (pointer: string, kind: ItemKind, entries: readonly Entry[] = []) =>
    entries.map((entry, i) => ({ ...entry, pointer: `${pointer}/${i}`, kind }))
  return [
    ...at('/booking/accommodation', 'poi', booking?.accommodation),
    ...guidebook.stages.flatMap(({ routes, pois, texts }, i) => [
      ...at(`/guidebook/stages/${i}/routes`, 'route', routes),
      ...at(`/guidebook/stages/${i}/pois`, 'poi', pois),
      ...at(`/guidebook/stages/${i}/texts`, 'text', texts),
    ]),
    ...at('/guidebook/generalInfo', 'text', guidebook.generalInfo),
  ]
}
