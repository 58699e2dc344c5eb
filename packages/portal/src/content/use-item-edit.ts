import type { Item } from '@guidebook/client'
import { useAccount } from '../api/account.tsx'
import { changeItem, type ItemChange, itemKey, readItem, type StoredItem } from './change-item.ts'
import { useStoredEdit } from './use-stored-edit.ts'

/** An item in a window that edits it. */
export function useItemEdit(stored: StoredItem, show: (item: Item) => void) {
  const { account, client } = useAccount()
  const { id } = stored.item
  const edit = useStoredEdit<StoredItem, ItemChange>(
    stored,
    {
      key: itemKey(account.id, id),
      lists: [account.id, 'items'],
      read: () => readItem(client, id),
      send: (base, change) => changeItem(client, base, change),
    },
    ({ item }) => show(item),
  )
  return {
    ...edit,
    save: (changeOf: (item: Item) => ItemChange | null) => edit.save(({ item }) => changeOf(item)),
  }
}
