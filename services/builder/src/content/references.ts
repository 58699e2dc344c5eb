import type { ItemContent } from '@guidebook/contracts'

/** Reference to an item: by internal ID, or by the custom IDs of its library and itself. */
export type Reference = { link: string } | { libraryCustomId: string; customId: string }

export type Kind = ItemContent['kind']

/** The item's ID as the operator wrote it; for warnings. */
export const nameOf = (reference: Reference): string => ('link' in reference ? reference.link : reference.customId)

/** Text for a warning: `R-1 of library ROUTES`. */
export const describe = (reference: Reference): string =>
  'link' in reference ? reference.link : `${reference.customId} of library ${reference.libraryCustomId}`

/** The contract has three optional fields and guarantees that exactly one form is filled. */
export const asReference = (sent: { link?: string; libraryCustomId?: string; customId?: string }): Reference =>
  sent.link === undefined
    ? { libraryCustomId: sent.libraryCustomId ?? '', customId: sent.customId ?? '' }
    : { link: sent.link }

const keyOf = (kind: Kind, reference: Reference): string =>
  JSON.stringify('link' in reference ? [kind, reference.link] : [kind, reference.libraryCustomId, reference.customId])

/** Items by their references. */
export interface FoundItems {
  find<K extends Kind>(kind: K, reference: Reference): Extract<ItemContent, { kind: K }> | undefined
}

export interface CollectedReference {
  kind: Kind
  reference: Reference
}

export interface CollectedReferences {
  add(kind: Kind, reference: Reference): void
  /** The distinct references, in the order of their first use. */
  list(): CollectedReference[]
  /** `ids` are in the order of `list()`, null for an unknown reference; `items` are the contents of these ids. */
  resolve(ids: readonly (string | null)[], items: readonly ItemContent[]): FoundItems
}

/** Collects all references of a request, so that geodata resolves them with one call. */
export function collectReferences(): CollectedReferences {
  const references = new Map<string, CollectedReference>()
  return {
    add: (kind, reference) => {
      references.set(keyOf(kind, reference), { kind, reference })
    },
    list: () => [...references.values()],
    resolve(ids, items) {
      const byId = new Map(items.map((item) => [item.id, item]))
      const found = new Map([...references.keys()].map((key, index) => [key, byId.get(ids[index] ?? '')]))
      return {
        find: <K extends Kind>(kind: K, reference: Reference) => {
          const item = found.get(keyOf(kind, reference))
          return item?.kind === kind ? (item as Extract<ItemContent, { kind: K }>) : undefined
        },
      }
    },
  }
}
