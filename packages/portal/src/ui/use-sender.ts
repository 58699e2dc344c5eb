import { useEffect, useRef } from 'react'

/**
 * While something is sent, neither its fields nor its buttons can have the focus. Afterwards the focus returns to the button that sent it, or to the
 * window's own when that is gone. Returns the function to call when sending begins.
 */
export function useSender(opened: boolean, status: string): () => void {
  const sender = useRef<Element>(null)
  useEffect(() => {
    if (!opened || status === 'pending' || document.activeElement !== document.body) return
    const { current } = sender
    const focused = current?.isConnected ? current : document.querySelector('[role="dialog"] [type="submit"]')
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }, [opened, status])
  return () => {
    sender.current = document.activeElement
  }
}
