import { useSyncExternalStore } from 'react'
import { dayIn, zoneOrUtc } from './formats.ts'
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

/** The day in the account's time zone or in another, `YYYY-MM-DD`. A page that stays open is rendered again when the next day begins. */
export function useToday(other?: string): string {
  const own = useTimeZone()
  const timeZone = other === undefined ? own : zoneOrUtc(other)
  return useSyncExternalStore(subscribe, () => dayIn(timeZone))
}
