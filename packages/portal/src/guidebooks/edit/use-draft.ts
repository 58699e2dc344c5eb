import { useRef, useState } from 'react'
import { type GuidebookDraft, toBody } from './draft.ts'
import { beginHistory, historyAfter, type Step } from './history.ts'

/** A draft that knows whether it differs from what is stored, and what can be undone. */
export function useDraft(begin: () => GuidebookDraft) {
  const [history, setHistory] = useState(() => beginHistory(begin()))
  const stored = useRef(history.draft)
  const { draft } = history
  const isDirty = () =>
    draft.cover !== stored.current.cover || JSON.stringify(toBody(draft)) !== JSON.stringify(toBody(stored.current))
  const markSaved = (sent: GuidebookDraft) => {
    stored.current = sent
  }
  const restart = (next: GuidebookDraft) => {
    markSaved(next)
    setHistory(beginHistory(next))
  }
  return {
    draft,
    history,
    take: (step: Step) => setHistory((current) => historyAfter(current, step)),
    isDirty,
    restart,
    markSaved,
  }
}
