import { useRef } from 'react'

/** Whether the fields of a page differ from what it began with, or from what was saved last, compared as JSON. */
export function useUnsaved<Draft>(draft: Draft) {
  const saved = useRef(draft)
  return {
    isDirty: () => JSON.stringify(draft) !== JSON.stringify(saved.current),
    /** `sent` may differ from the draft: something may have been typed meanwhile. */
    markSaved: (sent: Draft) => {
      saved.current = sent
    },
  }
}
