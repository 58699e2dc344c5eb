import { useRef, useState } from 'react'
import { type GuidebookDraft, toBody } from './draft.ts'

/** A draft that knows whether it differs from where it began. After `markSaved` the page can be left. */
export function useDraft(begin: () => GuidebookDraft) {
  const [initial, setInitial] = useState(begin)
  const [draft, setDraft] = useState(initial)
  const isSaved = useRef(false)
  const isDirty = () =>
    !isSaved.current &&
    (draft.cover !== initial.cover || JSON.stringify(toBody(draft)) !== JSON.stringify(toBody(initial)))
  const restart = (next: GuidebookDraft) => {
    setInitial(next)
    setDraft(next)
  }
  return {
    draft,
    setDraft,
    isDirty,
    restart,
    markSaved: () => {
      isSaved.current = true
    },
  }
}
