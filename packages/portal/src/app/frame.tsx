/** The frame of all pages: finds the account that the address names, or says why it cannot be opened. */
import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { lazy, useEffect, useState } from 'react'
import { AccountProvider } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { forgetAll, isOpen, type Session, sessionKey, useSession, useSignOut } from '../session/session.ts'
import { SessionPages } from '../shell/session-pages.tsx'
import { Shell } from '../shell/shell.tsx'
import { useNotifyFailure } from '../ui/actions.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { Loading } from '../ui/states.tsx'
import { Notice } from './notice.tsx'

const loadSignInAgain = () => import('../sign-in/sign-in-again.tsx')
const SignInAgain = lazy(async () => ({ default: (await loadSignInAgain()).SignInAgain }))

export function AccountFrame() {
  const { data: session } = useSession()
  if (session === null) return <ToSignIn />
  return session === undefined ? <Loading /> : <PersonFrame session={session} />
}

function PersonFrame({ session }: { session: Session }) {
  const { oid } = useParams({ from: '/o/$oid' })
  const [person] = useState(session.user.id)
  if (session.user.id !== person) return <ToStart session={session} />
  const account = session.accounts.find((one) => one.oid === oid)
  if (account === undefined) return <NoAccount hasOther={session.accounts.length > 0} />
  return (
    <SessionPages
      sessionKey={sessionKey}
      hasEnded={!isOpen(session)}
      signInAgain={<SignInAgain person={session.user} />}
      preload={loadSignInAgain}
    >
      <AccountProvider key={account.id} account={account}>
        <Shell session={session} />
      </AccountProvider>
    </SessionPages>
  )
}

/** Another person has signed in: nothing of the last one stays. */
function ToStart({ session }: { session: Session }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    forgetAll(queries, sessionKey, session)
    void navigate({ to: '/', replace: true })
  }, [queries, navigate, session])
  return <Loading />
}

/** Navigates once: the navigation renders the frame again. */
function ToSignIn() {
  const { state } = useRouter()
  const navigate = useNavigate()
  const [to] = useState(state.location.href)
  useEffect(() => void navigate({ to: '/sign-in', search: { to }, replace: true }), [navigate, to])
  return <Loading />
}

export function NoAccount({ hasOther = false }: { hasOther?: boolean }) {
  const t = useTexts()
  const signOut = useSignOut()
  const notifyFailure = useNotifyFailure()
  return (
    <Notice
      icon="lock"
      title={t.noAccount}
      text={t.noAccountText}
      action={
        <Group justify="center">
          {hasOther && <ButtonLink to="/">{t.toHome}</ButtonLink>}
          <LoadingButton
            loading={signOut.isPending}
            variant={hasOther ? 'default' : 'filled'}
            onClick={() => signOut.mutate(undefined, { onError: notifyFailure })}
          >
            {t.signOut}
          </LoadingButton>
        </Group>
      }
    />
  )
}
