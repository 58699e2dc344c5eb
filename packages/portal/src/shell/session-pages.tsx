import { MantineThemeProvider } from '@mantine/core'
import { type ReactNode, Suspense, useEffect } from 'react'

interface Props {
  hasEnded: boolean
  /** Covers the pages after the end of their session. */
  signInAgain: ReactNode
  /** Loads its code before it is needed: after a long absence, the service may have a newer version without this file. */
  preload: () => Promise<unknown>
  children: ReactNode
}

/** The pages of a session. After its end they stay as they are, with what was typed, until somebody signs in again. */
export function SessionPages({ hasEnded, signInAgain, preload, children }: Props) {
  useEffect(() => {
    // If it fails, it is loaded when it is needed.
    preload().catch(() => undefined)
  }, [preload])
  return (
    <>
      <MantineThemeProvider {...(hasEnded && { theme: covered })}>{children}</MantineThemeProvider>
      {hasEnded && <Suspense>{signInAgain}</Suspense>}
    </>
  )
}

/** The key Escape does not close windows of a page that is covered: they may have what was typed. */
const covered = { components: { Modal: { defaultProps: { closeOnEscape: false } } } }
