import { useState } from 'react'

/** The text of a field that begins with a value of the address. If that changes, for example by the browser's back button, the field follows. */
export function useFollowedText(stored: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState(stored)
  const [seen, setSeen] = useState(stored)
  if (seen !== stored) {
    setSeen(stored)
    setTyped(stored)
  }
  return [typed, setTyped]
}
