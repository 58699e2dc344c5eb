import type { ItemKind } from '@guidebook/contracts'

/** The part of a request that names an item. The same custom IDs may be bound to other items in another part, which was sent later. */
export type Use = 'accommodation' | 'route' | 'poi' | 'text' | 'asset' | 'template'

/** An item as a request names it: by the custom IDs of its library and itself. */
export interface NamedItem {
  use: Use
  library: string
  customId: string
}

/** A name and the item that it meant when the request was validated. Without custom IDs: named by its internal ID, or the template. */
export interface Binding {
  use: Use
  library: string | null
  customId: string | null
  item: string
}

/** The kind that an item must have to be used; an asset may be of any kind. */
export const kindFor = {
  accommodation: 'poi',
  route: 'route',
  poi: 'poi',
  text: 'text',
  asset: undefined,
} as const satisfies Partial<Record<Use, ItemKind | undefined>>

export const keyOf = ({ use, library, customId }: Omit<Binding, 'item'>): string =>
  JSON.stringify([use, library, customId])

/** Finds the item of a name; undefined when it is not bound. */
export function boundItems(bindings: readonly Binding[]): (named: NamedItem) => string | undefined {
  const items = new Map(bindings.map((binding) => [keyOf(binding), binding.item]))
  return (named) => items.get(keyOf(named))
}

/** How a change of a release's references affects its bindings. */
export interface Rebinding {
  /** The parts of the request that are replaced; bindings of the others stay. */
  uses: readonly Use[]
  /** The names in these parts after the change. */
  named: readonly NamedItem[]
  /** The items that the names mean now; names without an item are left out. */
  bindings: readonly Binding[]
  /** A name that the release has already keeps its item. */
  keepsNames: boolean
}

/** The bindings after a change. */
export function rebind(before: readonly Binding[], { uses, named, bindings, keepsNames }: Rebinding): Binding[] {
  const [itemBefore, itemNow] = [boundItems(keepsNames ? before : []), boundItems(bindings)]
  const distinct = new Map(named.map((name) => [keyOf(name), name]))
  const bound = [...distinct.values()].flatMap((name) => {
    const item = itemBefore(name) ?? itemNow(name)
    return item === undefined ? [] : [{ ...name, item }]
  })
  return [...before.filter(({ use }) => !uses.includes(use)), ...bound]
}
