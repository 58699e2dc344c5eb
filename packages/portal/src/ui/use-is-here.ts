import { useEffect, useRef } from 'react'

/** Whether the component is still on the page. A request may end after the person has left. */
export function useIsHere(): () => boolean {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return () => isHere.current
}
