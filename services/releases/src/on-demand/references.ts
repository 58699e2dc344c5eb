import { type Fault, type ItemKind, type ItemReference, operations } from '@guidebook/contracts'
import type { InternalClient } from '@guidebook/service-kit'
import type { SentOnDemand } from './sent-on-demand.ts'

/** A place of the request that names an item, and what it must be. */
export interface NamedItem {
  pointer: string
  kind: ItemKind
  reference: ItemReference
}

/** Everything in the request that names an item of a library, in the order of the request. */
export function namedItems({ booking, guidebook }: SentOnDemand): NamedItem[] {
  const items: NamedItem[] = []
  const note = (pointer: string, kind: ItemKind, reference: ItemReference | undefined) => {
    if (reference !== undefined) items.push({ pointer, kind, reference })
  }
  for (const [i, stay] of (booking?.accommodation ?? []).entries()) {
    note(`/booking/accommodation/${i}/libraryReference`, 'poi', stay.libraryReference)
  }
  for (const [s, { routes = [], pois = [], texts = [] }] of guidebook.stages.entries()) {
    const stage = `/guidebook/stages/${s}`
    for (const [i, { libraryReference, group }] of routes.entries()) {
      note(`${stage}/routes/${i}/libraryReference`, 'route', libraryReference)
      for (const [p, part] of (group?.parts ?? []).entries())
        note(`${stage}/routes/${i}/group/parts/${p}`, 'route', part)
    }
    for (const [i, poi] of pois.entries()) note(`${stage}/pois/${i}/libraryReference`, 'poi', poi.libraryReference)
    for (const [i, text] of texts.entries()) note(`${stage}/texts/${i}/libraryReference`, 'text', text.libraryReference)
  }
  for (const [i, text] of (guidebook.generalInfo ?? []).entries()) {
    note(`/guidebook/generalInfo/${i}/libraryReference`, 'text', text.libraryReference)
  }
  return items
}

/**
 * Asks geodata for all of them in one question and answers a fault for each that does not exist. An internal ID names one item of any
 * kind, so that the wrong kind can be told from a missing item; custom IDs belong to items of one kind each.
 */
export async function referenceFaults(
  geodata: InternalClient,
  account: string,
  items: readonly NamedItem[],
): Promise<Fault[]> {
  const [first] = items
  if (first === undefined) return []
  const { questions, indexOf } = distinctQuestions(items)
  const { body } = await geodata.call(operations.resolveReferences, {
    body: { account, references: questions },
    deadlineMs: 10_000,
  })
  return items.flatMap((item) => faultOf(item, body.results[indexOf(item)] ?? null))
}

const faultOf = ({ pointer, kind }: NamedItem, found: { kind: ItemKind } | null): Fault[] => {
  if (found === null) {
    return [
      { pointer, code: 'reference-not-found', message: `No ${names[kind]} of the account matches this reference.` },
    ]
  }
  if (found.kind === kind) return []
  return [
    {
      pointer,
      code: 'reference-wrong-kind',
      message: `The reference names no ${names[kind]} but a ${names[found.kind]}.`,
    },
  ]
}

const names: Record<ItemKind, string> = { route: 'route', poi: 'POI', text: 'text page' }

/** The same item, named in many places, is asked for once. */
function distinctQuestions(items: readonly NamedItem[]) {
  const places = new Map<string, number>()
  const questions: (ItemReference & { kind?: ItemKind })[] = []
  const keyOf = ({ kind, reference: { link, libraryCustomId, customId } }: NamedItem) =>
    JSON.stringify(link === undefined ? [kind, libraryCustomId, customId] : [link])
  for (const item of items) {
    const key = keyOf(item)
    if (places.has(key)) continue
    places.set(key, questions.length)
    questions.push(item.reference.link === undefined ? { ...item.reference, kind: item.kind } : item.reference)
  }
  return { questions, indexOf: (item: NamedItem) => places.get(keyOf(item)) ?? -1 }
}
