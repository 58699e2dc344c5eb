import { Button, type ButtonProps } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { headingOf } from './heading-of.ts'

interface Props extends ButtonProps {
  loading: boolean
  onClick: () => void
  /** Gets the focus when the button was removed or stays disabled. Without it, the heading above the button does. */
  next?: RefObject<HTMLElement | null>
}

/** A button that begins something. Mantine disables it while it loads, so that it loses the focus; afterwards the focus returns to it. */
export function LoadingButton({ loading, next, ...props }: Props) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = ref.current
    if (!loading || button === null) return
    const heading = headingOf(button)
    return () => {
      // Browsers take the focus from a disabled button with the next frame.
      if (document.activeElement !== document.body && document.activeElement !== button) return
      const focused = button.isConnected && !button.disabled ? button : (next?.current ?? heading)
      focused?.focus({ preventScroll: true })
    }
  }, [loading, next])
  return <Button ref={ref} {...props} loading={loading} />
}
