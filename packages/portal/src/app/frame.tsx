/** What is around the pages: the account in the address, or why there is none. */
import { Button, Center, Title } from '@mantine/core'
import { Navigate, useLocation, useParams } from '@tanstack/react-router'
import { AccountProvider } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { useSession, useSignOut } from '../session/session.ts'
import { Shell } from '../shell/shell.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Empty, Loading } from '../ui/states.tsx'

export function AccountFrame() {
  const { oid } = useParams({ from: '/o/$oid' })
  const { href } = useLocation()
  const { data: session } = useSession()
  if (session === null) return <Navigate to="/sign-in" search={{ to: href }} replace />
  if (session === undefined) return <Loading />
  const account = session.accounts.find((one) => one.oid === oid)
  if (account === undefined) return <NoAccount />
  return (
    <AccountProvider key={account.id} account={account}>
      <Shell session={session} />
    </AccountProvider>
  )
}

export function NoAccount() {
  const t = useTexts()
  const signOut = useSignOut()
  return (
    <Center mih="100vh" component="main">
      <Empty
        icon="lock"
        title={
          <Title order={1} size="h3">
            {t.noAccount}
          </Title>
        }
        action={<Button onClick={() => signOut.mutate()}>{t.signOut}</Button>}
      >
        {t.noAccountText}
      </Empty>
    </Center>
  )
}

export function NotFoundPage() {
  const t = useTexts()
  return (
    <Center mih="100vh" component="main">
      <Empty
        icon="search"
        title={
          <Title order={1} size="h3">
            {t.noPage}
          </Title>
        }
        action={<ButtonLink to="/">{t.toHome}</ButtonLink>}
      >
        {t.noPageText}
      </Empty>
    </Center>
  )
}
