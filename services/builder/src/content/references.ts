import type { ItemContent } from '@guidebook/contracts'

/** How a request names an item: by internal ID, or by its library's and its own custom ID. */
export type Reference = { link: string } | { libraryCustomId: string; customId: string }

export type Kind = ItemContent['kind']

/** What the operator calls the item; for warnings. */
export const nameOf = (reference: Reference): string => ('link' in reference ? reference.link : reference.customId)

/** In words, for a warning: `R-1 of library ROUTES`. */
export const describe = (reference: Reference): string =>
  'link' in reference ? reference.link : `${reference.customId} of library ${reference.libraryCustomId}`

/** The contract has the three fields optional and exactly one form filled, which its check has made sure of. */
export const asReference = (sent: { link?: string; libraryCustomId?: string; customId?: string }): Reference =>
  sent.link === undefined
    ? { libraryCustomId: sent.libraryCustomId ?? '', customId: sent.customId ?? '' }
    : { link: sent.link }

const keyOf = (kind: Kind, reference: Reference): string =>
  JSON.stringify('link' in reference ? [kind, reference.link] : [kind, reference.libraryCustomId, reference.customId])

/** Items found by the references that name them. */
export interface FoundItems {
  find<K extends Kind>(kind: K, reference: Reference): Extract<ItemContent, { kind: K }> | undefined
}

export interface Question {
  kind: Kind
  reference: Reference
}

export interface Questions {
  ask(kind: Kind, reference: Reference): void
  /** Each reference once, in the order in which they were first asked. */
  list(): Question[]
  /** `ids` answers `list()` in its order, null for none; `items` are the contents of those ids. */
  answered(ids: readonly (string | null)[], items: readonly ItemContent[]): FoundItems
}

/** Gathers what a request refers to, so that geodata is asked once for all of it. */
export function collectQuestions(): Questions {
  const questions = new Map<string, Question>()
  return {
    ask: (kind, reference) => {
      questions.set(keyOf(kind, reference), { kind, reference })
    },
    list: () => [...questions.values()],
    answered(ids, items) {
      const byId = new Map(items.map((item) => [item.id, item]))
      const found = new Map([...questions.keys()].map((key, index) => [key, byId.get(ids[index] ?? '')]))
      return {
        find: <K extends Kind>(kind: K, reference: Reference) => {
          const item = found.get(keyOf(kind, reference))
          return item?.kind === kind ? (item as Extract<ItemContent, { kind: K }>) : undefined
        },
      }
    },
  }
}
