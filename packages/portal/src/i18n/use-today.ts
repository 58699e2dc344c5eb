import { useSyncExternalStore } from 'react'
import { dayIn } from './formats.ts'
import { useTimeZone } from './texts.tsx'

/** Milliseconds. */
const lookEveryMs = 60_000

/** After the sleep of a computer, the focus comes before the interval ends. */
function subscribe(look: () => void): () => void {
  const timer = setInterval(look, lookEveryMs)
  addEventListener('focus', look)
  return () => {
    clearInterval(timer)
    removeEventListener('focus', look)
  }
}

/** The day in the account's time zone, `YYYY-MM-DD`. A page that stays open is rendered again when the next day begins. */
export function useToday(): string {
  const timeZone = useTimeZone()
  return useSyncExternalStore(subscribe, () => dayIn(timeZone))
}
