import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { SignInFailure } from '../shell/sign-in-frame.tsx'
import { useSupportTexts } from './i18n.tsx'
import { useSignIn } from './session.ts'

/** Opens a session by a personal token. */
export function TokenForm() {
  const t = useTexts()
  const s = useSupportTexts()
  const signIn = useSignIn()
  const [token, setToken] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate(token.trim(), { onError: () => setToken('') })
  }
  return (
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
  )
}
