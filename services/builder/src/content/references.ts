import { type BodyOf, type ItemContent, operations } from '@guidebook/contracts'
import type { Build } from '../context.ts'
import type { Warnings } from '../outcome/warnings.ts'
import { deadlineMs, failIfTooLarge } from './read-guidebook.ts'

export type Kind = ItemContent['kind']
export type Content<K extends Kind> = Extract<ItemContent, { kind: K }>

/**
 * Reference to an item: by internal ID, or by the custom IDs of its library and itself. The contract guarantees that one form is filled.
 * `item` is the internal ID that custom IDs were bound to: then the item is found by it, and the custom IDs only name it to people.
 */
export interface Reference {
  item?: string
  link?: string
  libraryCustomId?: string
  customId?: string
}

export type Find = <K extends Kind>(kind: K, reference: Reference) => Content<K> | undefined

const keyOf = (kind: Kind, { item, link = item, libraryCustomId, customId }: Reference): string =>
  JSON.stringify(link === undefined ? [kind, libraryCustomId, customId] : [kind, link])

/** Collects all references that `read` looks up, resolves them with one call and reads all items with another. */
export async function findItems(read: (find: Find) => unknown, { account, geodata, signal }: Build): Promise<Find> {
  const references = new Map<string, BodyOf<typeof operations.resolveReferences>['references'][number]>()
  read((kind, { item, link = item, libraryCustomId = '', customId = '' }) => {
    const reference = link === undefined ? { libraryCustomId, customId } : { link }
    references.set(keyOf(kind, reference), { ...reference, kind })
    return undefined
  })
  const options = { deadlineMs, retry: true, signal }
  const resolve = async () => {
    const body = { account, references: [...references.values()] }
    return (await geodata.call(operations.resolveReferences, { ...options, body })).body.results
  }
  const results = references.size === 0 ? [] : await resolve()
  const ids = [...new Set(results.flatMap((result) => result?.id ?? []))]
  const items =
    ids.length === 0
      ? []
      : await geodata
          .call(operations.readItemContents, { ...options, body: { account, ids } })
          .then(({ body }) => body.items, failIfTooLarge)
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = new Map([...references.keys()].map((key, index) => [key, byId.get(results[index]?.id ?? '')]))
  return <K extends Kind>(kind: K, reference: Reference) => {
    const item = found.get(keyOf(kind, reference))
    return item?.kind === kind ? (item as Content<K>) : undefined
  }
}

/** Warns that an item was left out; returns none. */
export function missing(
  warnings: Warnings,
  what: string,
  reference: Reference,
  pointer: string,
  fault = 'does not exist',
): [] {
  const { link, libraryCustomId, customId } = reference
  warnings.add({
    severity: 'error',
    code: 'reference-not-found',
    message: `The ${what} ${link ?? `${customId} of library ${libraryCustomId}`} ${fault} and was left out.`,
    externalId: link ?? customId ?? null,
    pointer,
  })
  return []
}
