import { ApiError } from '@guidebook/client'
import { Alert, Center, Group, Paper, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Failure } from '../ui/states.tsx'
import { ColorSchemeButton, LanguageMenu } from './preferences.tsx'

/** The page before signing in. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Guidebook`)
  return (
    <Center mih="100vh" p="sm">
      <Paper component="main" withBorder p={{ base: 'md', xs: 'xl' }} radius="lg" w="100%" maw={420}>
        <Group justify="space-between" mb="lg" wrap="nowrap">
          <Title order={1}>{title}</Title>
          <Group gap={0} wrap="nowrap">
            <LanguageMenu />
            <ColorSchemeButton />
          </Group>
        </Group>
        {children}
      </Paper>
    </Center>
  )
}

/** The service does not say which proof was wrong, so neither does the page. */
export function SignInFailure({ error, refused }: { error: unknown; refused: string }) {
  const t = useTexts()
  const status = error instanceof ApiError ? error.status : null
  const wait = error instanceof ApiError && error.status === 429 ? error.retryAfter : null
  if (status !== 401 && wait === null) return <Failure error={error} />
  return <SignInAlert>{wait === null ? refused : t.tooManyAttempts({ n: wait })}</SignInAlert>
}

export function SignInAlert({ children }: { children: ReactNode }) {
  const t = useTexts()
  return (
    <Alert color="red" icon={<Icon name="error" />} title={t.signInRefused} role="alert">
      {children}
    </Alert>
  )
}
