import { Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { forgetAll, isOpen, sessionKey, useSession, useSignIn } from '../session/session.ts'
import { SignInAlert, SignInFrame } from '../shell/sign-in-frame.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import type { OpenIdFailure } from './search.ts'
import { SignInForm } from './sign-in-form.tsx'

/** The token of a mailed link is in the fragment, which browsers do not send. Removes it from the address immediately. */
function takeToken(): string | null {
  const token = location.hash.slice(1)
  if (token === '') return null
  history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/** Before the token of support's link. */
const supportMark = 'support-'

const isOfSupport = (token: string | null): boolean => token?.startsWith(supportMark) ?? false

const proofOf = (token: string) =>
  token.startsWith(supportMark) ? { impersonation: token.slice(supportMark.length) } : { token }

const openIdTexts = {
  'openid-unavailable': 'openidUnavailable',
  'openid-refused': 'openidRefused',
  'openid-unverified': 'openidUnverified',
  'openid-unknown': 'openidUnknown',
  'sign-in-not-configured': 'openidNotConfigured',
} as const satisfies Record<OpenIdFailure, string>

export function SignInPage() {
  const t = useTexts()
  const { to, error } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data: session } = useSession()
  const [token, setToken] = useState(takeToken)
  const [wasSupport, setWasSupport] = useState(isOfSupport(token))
  const signIn = useSignIn((opened) => {
    forgetAll(queries, sessionKey, opened)
    setToken(null)
  })
  // A link that is pasted while this page is shown changes only the fragment.
  useWindowEvent('hashchange', () => {
    const pasted = takeToken()
    if (pasted === null) return
    signIn.reset()
    setToken(pasted)
    setWasSupport(isOfSupport(pasted))
  })
  useEffect(() => {
    // The link of a mail, or of support, replaces a session that is open already.
    if (isOpen(session) && token === null) void navigate({ href: `/portal${to ?? '/'}`, replace: true })
  }, [session, navigate, to, token])

  return (
    <SignInFrame title={t.signIn}>
      {token === null ? (
        <SignInForm
          signIn={signIn}
          refused={wasSupport ? t.impersonationRefused : t.signInRefusedText}
          to={to}
          notice={error !== undefined && <SignInAlert>{t[openIdTexts[error]]}</SignInAlert>}
        />
      ) : (
        <Stack>
          <Text size="sm">{wasSupport ? t.impersonationOpen : t.linkOpened}</Text>
          <LoadingButton
            loading={signIn.isPending}
            onClick={() => signIn.mutate(proofOf(token), { onError: () => setToken(null) })}
            leftSection={<Icon name="check" />}
          >
            {wasSupport ? t.impersonationOpenNow : t.signInNow}
          </LoadingButton>
        </Stack>
      )}
    </SignInFrame>
  )
}
