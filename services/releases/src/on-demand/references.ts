import { type Fault, type ItemKind, type ItemReference, operations } from '@guidebook/contracts'
import type { InternalClient } from '@guidebook/service-kit'
import { entriesOf, type SentOnDemand } from './sent-on-demand.ts'

/** A place of the request that names an item, and the kind that it must have. */
interface NamedItem {
  pointer: string
  kind: ItemKind
  reference: ItemReference
}

/**
 * Asks geodata for all items that the request names, each item once, and returns a fault for each place whose item does not exist. An internal ID
 * names an item of any kind, so that a wrong kind can be distinguished from a missing item; custom IDs belong to items of one kind.
 */
export async function referenceFaults(
  geodata: InternalClient,
  account: string,
  request: SentOnDemand,
): Promise<Fault[]> {
  const items = namedItems(request)
  if (items.length === 0) return []
  const distinct = new Map(items.map((item) => [keyOf(item), item]))
  const references = [...distinct.values()].map(({ kind, reference }) =>
    reference.link === undefined ? { ...reference, kind } : reference,
  )
  const { body } = await geodata.call(operations.resolveReferences, {
    body: { account, references },
    deadlineMs: 10_000,
  })
  const found = new Map([...distinct.keys()].map((key, i) => [key, body.results[i]?.kind]))
  return items.flatMap((item) => faultOf(item, found.get(keyOf(item))))
}

const keyOf = ({ kind, reference: { link, libraryCustomId, customId } }: NamedItem): string =>
  JSON.stringify(link === undefined ? [kind, libraryCustomId, customId] : [link])

/** All places of the request that name an item of a library, in the order of the request. */
const namedItems = (request: SentOnDemand): NamedItem[] =>
  entriesOf(request).flatMap(({ pointer, kind, libraryReference, group }) => [
    ...(libraryReference ? [{ pointer: `${pointer}/libraryReference`, kind, reference: libraryReference }] : []),
    ...(group?.parts ?? []).map((reference, i) => ({ pointer: `${pointer}/group/parts/${i}`, kind, reference })),
  ])

const names: Record<ItemKind, string> = { route: 'route', poi: 'POI', text: 'text page' }

function faultOf({ pointer, kind }: NamedItem, found: ItemKind | undefined): Fault[] {
  if (found === kind) return []
  if (found === undefined) {
    const message = `No ${names[kind]} of the account matches this reference.`
    return [{ pointer, code: 'reference-not-found', message }]
  }
  const message = `The reference names no ${names[kind]} but a ${names[found]}.`
  return [{ pointer, code: 'reference-wrong-kind', message }]
}
