import { useRef, useState } from 'react'

/** Whether the fields of a page differ from what it began with, compared as JSON. After `markSaved` the page can be left. */
export function useUnsaved(draft: unknown) {
  const [begin] = useState(draft)
  const isSaved = useRef(false)
  return {
    isDirty: () => !isSaved.current && JSON.stringify(draft) !== JSON.stringify(begin),
    markSaved: () => {
      isSaved.current = true
    },
  }
}
