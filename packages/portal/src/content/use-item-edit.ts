import type { Item } from '@guidebook/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { notify } from '../ui/actions.tsx'
import { changeItem, type ItemChange, itemKey, readItem, type StoredItem } from './change-item.ts'

/** An item in a window that edits it. A later reading of the page does not change what the edit began with. */
export function useItemEdit(stored: StoredItem, show: (item: Item) => void) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const base = useRef(stored)
  const key = itemKey(account.id, stored.item.id)
  const read = async () => {
    base.current = await readItem(client, stored.item.id)
    queries.setQueryData(key, base.current)
  }
  return {
    begin: () => {
      base.current = stored
      show(stored.item)
    },
    /** `changeOf` returns null if there is nothing to save. */
    save: async (changeOf: (item: Item) => ItemChange | null) => {
      const change = changeOf(base.current.item)
      if (change === null) return
      await changeItem(client, base.current, change)
      notify(t.saved)
      await queries.invalidateQueries({ queryKey: key, exact: true })
      void queries.invalidateQueries({ queryKey: [account.id, 'items'] })
    },
    conflict: {
      takeStored: async () => {
        await read()
        show(base.current.item)
      },
      replaceStored: read,
    },
  }
}
