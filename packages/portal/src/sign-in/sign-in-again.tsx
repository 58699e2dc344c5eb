import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../i18n/texts.tsx'
import { type Person, sessionKey, sessionQuery, useSignIn } from '../session/session.ts'
import { SignInCover } from '../shell/sign-in-cover.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInAgain({ person }: { person: Person }) {
  const t = useTexts()
  const queries = useQueryClient()
  const signIn = useSignIn((session) => queries.setQueryData(sessionKey, session))
  // The person may have signed in in another tab, or this page heard late of the end of an earlier session.
  useQuery({ ...sessionQuery, refetchOnMount: 'always' })
  return (
    <SignInCover sessionKey={sessionKey}>
      <SignInForm signIn={signIn} refused={t.signInRefusedText} person={person} />
    </SignInCover>
  )
}
