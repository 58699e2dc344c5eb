import { type RefObject, useEffect, useState } from 'react'

/** Browsers keep 8 to 16 WebGL contexts, one for each map, and drop the oldest. */
const mostMaps = 6

interface Slot {
  isNear: boolean
  release: () => void
}

/** The ones that came near the view last are at the end. */
const taken = new Set<Slot>()

function take(slot: Slot): void {
  taken.delete(slot)
  taken.add(slot)
  for (const other of taken) {
    if (taken.size <= mostMaps) return
    if (other.isNear) continue
    taken.delete(other)
    other.release()
  }
}

/**
 * Whether the element may have a map: from when it first comes near the view, until it is outside and others need the slot. Few maps stay, and are
 * printed.
 */
export function useMapSlot(element: RefObject<HTMLElement | null>): boolean {
  const [isTaken, setTaken] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const slot: Slot = { isNear: false, release: () => setTaken(false) }
    const observer = new IntersectionObserver(
      (entries) => {
        slot.isNear = entries.at(-1)?.isIntersecting === true
        if (!slot.isNear) return
        take(slot)
        setTaken(true)
      },
      { rootMargin: '50%' },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      taken.delete(slot)
    }
  }, [element])
  return isTaken
}
