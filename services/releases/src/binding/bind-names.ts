import { operations } from '@guidebook/contracts'
import type { InternalClient } from '@guidebook/service-kit'
import { type Binding, keyOf, kindFor, type NamedItem, type Use } from './bindings.ts'

/** Entries of a request or a record; those without custom IDs came inline. */
type Entry = Record<'externalId' | 'libraryExternalId', string | null>

/** The names in lists of entries, by their use. */
export const namesIn = (lists: Partial<Record<Use, readonly Entry[]>>): NamedItem[] =>
  (Object.entries(lists) as [Use, readonly Entry[]][]).flatMap(([use, entries]) =>
    entries.flatMap(({ externalId: customId, libraryExternalId: library }) =>
      customId === null || library === null ? [] : [{ use, library, customId }],
    ),
  )

/** Asks geodata which items have these names now, each once. Unknown names are left out: the builder reports them. */
export async function bindNames(
  geodata: InternalClient,
  account: string,
  named: readonly NamedItem[],
): Promise<Binding[]> {
  const distinct = [...new Map(named.map((name) => [keyOf(name), name])).values()]
  if (distinct.length === 0) return []
  const references = distinct.map(({ use, library: libraryCustomId, customId }) => {
    const kind = use === 'template' ? undefined : kindFor[use]
    return { libraryCustomId, customId, ...(kind === undefined ? {} : { kind }) }
  })
  const options = { body: { account, references }, retry: true, deadlineMs: 10_000 }
  const { body } = await geodata.call(operations.resolveReferences, options)
  return distinct.flatMap((name, index) => {
    const item = body.results[index]?.id
    return item === undefined ? [] : [{ ...name, item }]
  })
}
