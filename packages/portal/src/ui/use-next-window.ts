import { useMemo, useState } from 'react'

interface Next<T> {
  value: T
  isOpen: boolean
}

/**
 * The result of a window's action, for the window after it. That one opens when the first one has closed and the focus is on its button again:
 * then it gets the focus, and returns it to the button.
 */
export function useNextWindow<T>() {
  const [next, setNext] = useState<Next<T> | null>(null)
  const actions = useMemo(
    () => ({
      prepare: (value: T) => setNext({ value, isOpen: false }),
      /** Without a result nothing opens. */
      open: () => setNext((current) => current && { ...current, isOpen: true }),
      close: () => setNext(null),
    }),
    [],
  )
  return { value: next?.value ?? null, isOpen: next?.isOpen ?? false, ...actions }
}
