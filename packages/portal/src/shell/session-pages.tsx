import { MantineThemeProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'

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
  const t = useTexts()
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    let current = true
    // If it fails before it is needed, it is loaded again then. If that fails too, the person can sign in in another tab.
    preload().then(
      () => setIsLoaded(true),
      () => current && hasEnded && notifications.show(endNotice(t)),
    )
    return () => {
      current = false
      notifications.hide(endNoticeId)
    }
  }, [preload, hasEnded, t])
  return (
    <>
      <MantineThemeProvider {...(hasEnded && { theme: covered })}>{children}</MantineThemeProvider>
      {hasEnded && isLoaded && <Suspense>{signInAgain}</Suspense>}
    </>
  )
}

const endNoticeId = 'session-end'

const endNotice = (t: ReturnType<typeof useTexts>) => ({
  id: endNoticeId,
  title: t.signInAgain,
  message: t.signInAgainText,
  color: 'red',
  autoClose: false,
  closeButtonProps: { 'aria-label': t.close },
})

/** The key Escape does not close windows of a page that is covered: they may have what was typed. */
const covered = { components: { Modal: { defaultProps: { closeOnEscape: false } } } }
