import type { BodyOf, ItemKind, operations } from '@guidebook/contracts'

type Reference = BodyOf<typeof operations.resolveReferences>['references'][number]

interface ReferencedItem {
  account: string
  id: string
  kind: ItemKind
  /** Custom ID of its library. */
  library: string | null
  customId: string | null
}

/** Finds the account's item that a reference names, by its ID or by the custom IDs of library and item. For stubs of geodata. */
export function findReferenced<T extends ReferencedItem>(
  items: readonly T[],
  account: string,
  { link, libraryCustomId, customId, kind }: Reference,
): T | undefined {
  return items.find(
    (item) =>
      item.account === account &&
      (kind === undefined || item.kind === kind) &&
      (link === undefined ? item.library === libraryCustomId && item.customId === customId : item.id === link),
  )
}
