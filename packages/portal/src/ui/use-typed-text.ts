import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** Milliseconds after the last key. */
const pause = 250

/**
 * The text of a field whose value is in the address of the page. `send` gets it, without spaces around it, a moment after the last key. If the
 * address changes otherwise, for example by the browser's back button, the field follows.
 */
export function useTypedText(stored: string, send: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(stored)
  const [seen, setSeen] = useState(stored)
  /** Sent, but not in the address yet. */
  const [awaited, setAwaited] = useState<readonly string[]>([])
  if (seen !== stored) {
    setSeen(stored)
    const index = awaited.lastIndexOf(stored)
    setAwaited(index === -1 ? [] : awaited.slice(index + 1))
    if (index === -1) setTyped(stored)
  }
  const sendLater = useDebouncedCallback((text: string) => {
    // The address has changed meanwhile, and the field with it.
    if (typed.trim() !== text) return
    if (text !== stored) setAwaited([...awaited, text])
    send(text)
  }, pause)
  const type = (text: string) => {
    setTyped(text)
    sendLater(text.trim())
  }
  return [typed, type]
}
