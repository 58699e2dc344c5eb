/** Covers the page of a session that has ended, and asks its person to sign in again. The page stays as it is below. */
import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useId } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { forgetAll, type Person, sessionKey, sessionQuery, useSignIn } from '../session/session.ts'
import classes from './sign-in-again.module.css'
import { SignInForm } from './sign-in-form.tsx'

export function SignInAgain({ person }: { person: Person }) {
  const t = useTexts()
  const id = useId()
  const queries = useQueryClient()
  const signIn = useSignIn((session) => queries.setQueryData(sessionKey, session))
  // The person may have signed in in another tab, or this page heard late of the end of an earlier session.
  useQuery({ ...sessionQuery, refetchOnMount: 'always', refetchOnWindowFocus: 'always' })
  useEffect(() => {
    // What the page could not load meanwhile.
    return () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  }, [queries])
  return (
    <dialog
      ref={openModally}
      className={classes.cover}
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      onClose={reopen}
      // The page's own keys, such as those of the search.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Center mih="100%" p="sm">
        <Paper withBorder p={{ base: 'md', xs: 'xl' }} radius="lg" w="100%" maw={420}>
          <Stack>
            <Title order={2} id={id}>
              {t.signInAgain}
            </Title>
            <Text size="sm">{t.signInAgainText}</Text>
            <SignInForm signIn={signIn} refused={t.signInRefusedText} person={person} />
            <Button variant="subtle" color="red" onClick={() => forgetAll(queries, sessionKey, null)}>
              {t.leaveUnsaved}
            </Button>
          </Stack>
        </Paper>
      </Center>
    </dialog>
  )
}

/** The browser makes everything else unreachable, also the page's own windows, and returns the focus in the end. */
function openModally(dialog: HTMLDialogElement) {
  dialog.showModal()
  return () => dialog.close()
}

/** Browsers close a dialog when the person insists, for example with a second Escape. */
function reopen({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) {
  if (dialog.isConnected && !dialog.open) dialog.showModal()
}
