/** The frame of all pages: finds the account that the address names, or says why it cannot be opened. */
import { Button } from '@mantine/core'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AccountProvider } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { useSession, useSignOut } from '../session/session.ts'
import { Shell } from '../shell/shell.tsx'
import { useNotifyFailure } from '../ui/actions.tsx'
import { Loading } from '../ui/states.tsx'
import { Notice } from './notice.tsx'

export function AccountFrame() {
  const { oid } = useParams({ from: '/o/$oid' })
  const { data: session } = useSession()
  if (session === null) return <ToSignIn />
  if (session === undefined) return <Loading />
  const account = session.accounts.find((one) => one.oid === oid)
  if (account === undefined) return <NoAccount />
  return (
    <AccountProvider key={account.id} account={account}>
      <Shell session={session} />
    </AccountProvider>
  )
}

/** Navigates once: the navigation renders the frame again. */
function ToSignIn() {
  const { state } = useRouter()
  const navigate = useNavigate()
  const [to] = useState(state.location.href)
  useEffect(() => void navigate({ to: '/sign-in', search: { to }, replace: true }), [navigate, to])
  return <Loading />
}

export function NoAccount() {
  const t = useTexts()
  const signOut = useSignOut()
  const notifyFailure = useNotifyFailure()
  return (
    <Notice
      icon="lock"
      title={t.noAccount}
      text={t.noAccountText}
      action={<Button onClick={() => signOut.mutate(undefined, { onError: notifyFailure })}>{t.signOut}</Button>}
    />
  )
}
