import {
  type Fault,
  type ItemKind,
  type ItemReference,
  operations,
  type ResponseBodyOf,
  type StoredOnDemandRequest,
} from '@guidebook/contracts'
import type { InternalClient } from '@guidebook/service-kit'
import { type Binding, boundItems, type NamedItem, type Use } from '../binding/bindings.ts'
import { entriesOf, type WithEntries } from './sent-on-demand.ts'

/** A place of the request that names an item, and the kind that it must have. */
interface Place {
  pointer: string
  use: Use
  kind: ItemKind
  reference: ItemReference & { item?: string }
}

type FoundItem = ResponseBodyOf<typeof operations.resolveReferences>['results'][number]

/**
 * Asks geodata for all items that the request names, each item once. Returns the item of each name, and a fault for each place whose item does not
 * exist. An internal ID names an item of any kind, so that a wrong kind can be distinguished from a missing item; custom IDs belong to items of one
 * kind.
 */
export async function checkReferences(
  geodata: InternalClient,
  account: string,
  request: WithEntries,
): Promise<{ faults: Fault[]; bindings: Binding[] }> {
  const places = placesIn(request)
  if (places.length === 0) return { faults: [], bindings: [] }
  const distinct = new Map(places.map((place) => [keyOf(place), place]))
  const references = [...distinct.values()].map(({ kind, reference }) =>
    reference.link === undefined ? { ...reference, kind } : reference,
  )
  const { body } = await geodata.call(operations.resolveReferences, {
    body: { account, references },
    deadlineMs: 10_000,
  })
  const found = new Map([...distinct.keys()].map((key, i) => [key, body.results[i] ?? null]))
  const itemAt = (place: Place): FoundItem => found.get(keyOf(place)) ?? null
  return {
    faults: places.flatMap((place) => faultOf(place, itemAt(place)?.kind)),
    bindings: distinctBindings(places.flatMap((place) => bindingOf(place, itemAt(place)))),
  }
}

const keyOf = ({ kind, reference: { link, libraryCustomId, customId } }: Place): string =>
  JSON.stringify(link === undefined ? [kind, libraryCustomId, customId] : [link])

/** All places of the request that name an item of a library, in the order of the request. */
const placesIn = (request: WithEntries): Place[] =>
  entriesOf(request).flatMap(({ pointer, use, kind, libraryReference: reference, group }) => [
    ...(reference ? [{ pointer: `${pointer}/libraryReference`, use, kind, reference }] : []),
    ...(group?.parts ?? []).map((part, i) => ({ pointer: `${pointer}/group/parts/${i}`, use, kind, reference: part })),
  ])

const names: Record<ItemKind, string> = { route: 'route', poi: 'POI', text: 'text page' }

function faultOf({ pointer, kind }: Place, found: ItemKind | undefined): Fault[] {
  if (found === kind) return []
  if (found === undefined) {
    const message = `No ${names[kind]} of the account matches this reference.`
    return [{ pointer, code: 'reference-not-found', message }]
  }
  const message = `The reference names no ${names[kind]} but a ${names[found]}.`
  return [{ pointer, code: 'reference-wrong-kind', message }]
}

function bindingOf(place: Place, found: FoundItem): Binding[] {
  if (found === null) return []
  const named = nameAt(place)
  return [{ ...(named ?? { use: place.use, library: null, customId: null }), item: found.id }]
}

/** null: by its internal ID. */
function nameAt({ use, reference: { libraryCustomId: library, customId } }: Place): NamedItem | null {
  return library === undefined || customId === undefined ? null : { use, library, customId }
}

const distinctBindings = (bindings: readonly Binding[]): Binding[] => [
  ...new Map(bindings.map((binding) => [JSON.stringify(binding), binding])).values(),
]

/** The names of items in a request. */
export const namesOf = (request: WithEntries): NamedItem[] => placesIn(request).flatMap((place) => nameAt(place) ?? [])

/** The items that a request names by their internal IDs. */
export const linksIn = (request: WithEntries): Binding[] =>
  distinctBindings(
    placesIn(request).flatMap(({ use, reference: { link } }) =>
      link === undefined ? [] : [{ use, library: null, customId: null, item: link }],
    ),
  )

/** The template: a change of it is a change of the release. */
export const templateIn = (guidebook: string | null): Binding[] =>
  guidebook === null ? [] : [{ use: 'template', library: null, customId: null, item: guidebook }]

/** Adds to each name of a request the item to which it is bound. Changes the request itself, which was read for this. */
export function addBoundItems(request: StoredOnDemandRequest, bindings: readonly Binding[]): StoredOnDemandRequest {
  const itemOf = boundItems(bindings)
  for (const place of placesIn(request)) {
    const named = nameAt(place)
    const item = named === null ? undefined : itemOf(named)
    if (item !== undefined) place.reference.item = item
  }
  return request
}
