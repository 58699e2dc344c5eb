import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { notify } from '../ui/actions.tsx'

interface Source<Stored, Change> {
  /** Of the query of the page. */
  key: QueryKey
  /** Of the lists that show it. */
  lists: QueryKey
  read: () => Promise<Stored>
  /** Changes the version `base`. The service refuses that when there is a newer one. */
  send: (base: Stored, change: Change) => PromiseLike<unknown>
}

/** What is edited in a window. A later reading of the page does not change what the edit began with. */
export function useStoredEdit<Stored, Change>(
  stored: Stored,
  { key, lists, read, send }: Source<Stored, Change>,
  show: (stored: Stored) => void,
) {
  const t = useTexts()
  const queries = useQueryClient()
  const base = useRef(stored)
  const readAgain = async () => {
    base.current = await read()
    queries.setQueryData(key, base.current)
  }
  return {
    begin: () => {
      base.current = stored
      show(stored)
    },
    /** `changeOf` returns null if there is nothing to save. */
    save: async (changeOf: (stored: Stored) => Change | null) => {
      const change = changeOf(base.current)
      if (change === null) return
      await send(base.current, change)
      notify(t.saved)
      await queries.invalidateQueries({ queryKey: key, exact: true })
      void queries.invalidateQueries({ queryKey: lists })
    },
    conflict: {
      takeStored: async () => {
        await readAgain()
        show(base.current)
      },
      replaceStored: readAgain,
    },
  }
}
