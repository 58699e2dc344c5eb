import { useEffect, useRef, useState } from 'react'

/** The heading of the card that the element is in, otherwise of the page. */
export function headingOf(element: Element | null): HTMLElement | null {
  const card = element?.closest('section[aria-labelledby]')
  const heading = document.getElementById(card?.getAttribute('aria-labelledby') ?? '')
  return heading ?? document.querySelector<HTMLElement>('main h1')
}

/** When a window or its button had the focus and is removed, with the row that they are in, the focus goes to the heading. */
export function useHeadingAfterRemoval(opened: boolean): void {
  const heading = useRef<HTMLElement>(null)
  useEffect(() => {
    if (opened) heading.current = headingOf(document.activeElement)
  }, [opened])
  useEffect(
    () => () => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    },
    [],
  )
}

/**
 * For a window that is added to open it and removed to close it: Mantine returns the focus only of windows that stay. It goes to what opened the
 * window, or to the heading when that was removed, too.
 */
export function useOpenerAfterRemoval(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      const focused = opener?.isConnected ? opener : headingOf(null)
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    },
    [opener],
  )
}
