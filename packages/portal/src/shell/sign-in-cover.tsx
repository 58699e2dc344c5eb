/** Covers the page of a session that has ended, and asks its person to sign in again. The page stays as it is below. */
import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { forgetAll } from '../session/session.ts'
import classes from './sign-in-cover.module.css'

interface Props {
  /** Of the session's query. */
  sessionKey: readonly string[]
  /** The form that opens a session. */
  children: ReactNode
}

export function SignInCover({ sessionKey, children }: Props) {
  const t = useTexts()
  const id = useId()
  const queries = useQueryClient()
  return (
    <dialog
      ref={openModally}
      className={classes.cover}
      aria-labelledby={id}
      closedby="none"
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
            {children}
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

/** Browsers without `closedby` close a dialog when the person insists, for example with a second Escape. */
function reopen({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) {
  if (dialog.isConnected && !dialog.open) dialog.showModal()
}
