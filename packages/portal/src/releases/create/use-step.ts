import { useEffect, useRef, useState } from 'react'
import type { Step } from './steps.ts'

/** The current step. When it changes, its heading gets the focus, so that a screen reader announces it. */
export function useStep(first: Step) {
  const [{ step, moves }, setPlace] = useState({ step: first, moves: 0 })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // At first the title of the page has the focus.
    if (moves > 0) heading.current?.focus()
  }, [moves])
  const goTo = (next: Step) => setPlace(({ moves }) => ({ step: next, moves: moves + 1 }))
  return { step, goTo, heading }
}
