import { MantineThemeProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'

interface Props {
  /** Of the session's query. */
  sessionKey: readonly string[]
  hasEnded: boolean
  /** Covers the pages after the end of their session. */
  signInAgain: ReactNode
  /** Loads its code before it is needed: after a long absence, the service may have a newer version without this file. */
  preload: () => Promise<unknown>
  children: ReactNode
}

/** The pages of a session. After its end they stay as they are, with what was typed, until somebody signs in again. */
export function SessionPages({ sessionKey, hasEnded, signInAgain, preload, children }: Props) {
  const t = useTexts()
  const queries = useQueryClient()
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    let current = true
    // If it fails before it is needed, it is loaded again then. If that fails too, or the browser keeps the failure, another tab is left.
    preload().then(
      () => setIsLoaded(true),
      () => current && hasEnded && notifications.show(endNotice(t)),
    )
    return () => {
      current = false
      notifications.hide(endNoticeId)
    }
  }, [preload, hasEnded, t])
  const hadEnded = useRef(hasEnded)
  useEffect(() => {
    // What the pages could not load meanwhile. Not when they are removed: another person has signed in, and nothing is requested for the last one.
    if (hadEnded.current && !hasEnded)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    hadEnded.current = hasEnded
  }, [queries, sessionKey, hasEnded])
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
  message: t.signInElsewhere,
  color: 'red',
  autoClose: false,
  closeButtonProps: { 'aria-label': t.close },
})

/** The key Escape does not close windows of a page that is covered: they may have what was typed. */
const covered = { components: { Modal: { defaultProps: { closeOnEscape: false } } } }
