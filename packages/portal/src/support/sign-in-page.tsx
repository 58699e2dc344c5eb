import { Button, PasswordInput, Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { SignInFailure, SignInFrame } from '../shell/sign-in-frame.tsx'
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
  useEffect(() => {
    if (session) void go(to ?? paths.accounts, { replace: true })
  }, [session, go, to])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate(token.trim(), { onError: () => setToken('') })
  }
  return (
    <SignInFrame title={s.support}>
      <form onSubmit={submit}>
        <Stack>
          {signIn.isError && <SignInFailure error={signIn.error} refused={s.signInFailed} />}
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
    </SignInFrame>
  )
}
