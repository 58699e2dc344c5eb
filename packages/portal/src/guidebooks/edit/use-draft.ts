import { useRef, useState } from 'react'
import { type GuidebookDraft, toBody } from './draft.ts'
import { beginHistory, historyAfter, type Step } from './history.ts'

/** A draft that knows whether it differs from where it began, and what can be undone. After `markSaved` the page can be left. */
export function useDraft(begin: () => GuidebookDraft) {
  const [initial, setInitial] = useState(begin)
  const [history, setHistory] = useState(() => beginHistory(initial))
  const isSaved = useRef(false)
  const { draft } = history
  const isDirty = () =>
    !isSaved.current &&
    (draft.cover !== initial.cover || JSON.stringify(toBody(draft)) !== JSON.stringify(toBody(initial)))
  const restart = (next: GuidebookDraft) => {
    setInitial(next)
    setHistory(beginHistory(next))
  }
  return {
    draft,
    history,
    take: (step: Step) => setHistory((current) => historyAfter(current, step)),
    isDirty,
    restart,
    markSaved: () => {
      isSaved.current = true
    },
  }
}
