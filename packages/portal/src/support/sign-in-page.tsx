import { ApiError } from '@guidebook/client'
import { Alert, Button, Center, Group, Paper, PasswordInput, Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { ColorSchemeButton, LanguageMenu } from '../shell/preferences.tsx'
import { Icon } from '../ui/icon.tsx'
import { Failure } from '../ui/states.tsx'
import { useSupportTexts } from './i18n.tsx'
import { paths, useGo } from './links.tsx'
import { useSession, useSignIn } from './session.ts'

export function SignInPage() {
  const t = useTexts()
  const s = useSupportTexts()
  const { to } = useSearch({ strict: false }) as { to?: string }
  const go = useGo()
  const { data: session } = useSession()
  const signIn = useSignIn()
  const [token, setToken] = useState('')
  useDocumentTitle(`${s.support} · Guidebook`)
  useEffect(() => {
    if (session) void go(to ?? paths.accounts, { replace: true })
  }, [session, go, to])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate(token.trim(), { onError: () => setToken('') })
  }
  const isRefused = signIn.error instanceof ApiError && signIn.error.status === 401
  return (
    <Center mih="100vh" p="sm">
      <Paper component="main" withBorder p={{ base: 'md', xs: 'xl' }} radius="lg" w="100%" maw={420}>
        <Group justify="space-between" mb="lg" wrap="nowrap">
          <Title order={1}>{s.support}</Title>
          <Group gap={0} wrap="nowrap">
            <LanguageMenu />
            <ColorSchemeButton />
          </Group>
        </Group>
        <form onSubmit={submit}>
          <Stack>
            {isRefused ? (
              <Alert color="red" icon={<Icon name="error" />} title={t.signInRefused} role="alert">
                {s.signInFailed}
              </Alert>
            ) : (
              signIn.isError && <Failure error={signIn.error} />
            )}
            <PasswordInput
              label={s.adminToken}
              description={s.adminTokenHint}
              autoComplete="off"
              required
              value={token}
              visibilityToggleButtonProps={{ 'aria-label': t.showKey }}
              onChange={(event) => setToken(event.currentTarget.value)}
            />
            <Button type="submit" loading={signIn.isPending}>
              {t.signInNow}
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}
